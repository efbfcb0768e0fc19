package dev.hotstate.monitor.statuspage;

import dev.hotstate.monitor.read.ShownState;
import dev.hotstate.monitor.statuspage.PublicPage.Component;
import dev.hotstate.monitor.statuspage.PublicPage.DayOfComponent;
import dev.hotstate.monitor.statuspage.PublicPage.Outage;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A public page as HTML: no script, so that it works anywhere, prints well and is there with the first answer. */
final class StatusPageHtml {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("d MMM yyyy, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);
    private static final int STEP = 6;
    private static final int BAR = 4;
    private static final int HEIGHT = 30;
    private static final double GOOD = 1;
    private static final double FAIR = 0.99;
    /** A shorter past makes no share: one failed check of five seconds would be an outage of all time. */
    private static final Duration TELLING_MIN = Duration.ofHours(1);

    private final StringBuilder html = new StringBuilder(16_384);
    private final Instant now;

    private StatusPageHtml(Instant now) {
        this.now = now;
    }

    static String of(PublicPage page, Instant now) {
        var writer = new StatusPageHtml(now);
        writer.write(page);
        return writer.html.toString();
    }

    /** Where nothing is known of a page, not even whether it exists; looks again by itself. */
    static String unavailable(Instant now) {
        var writer = new StatusPageHtml(now);
        writer.head("Status", "");
        writer.raw("<header><h1>Status</h1></header>");
        writer.raw(
                "<p class=\"age\" role=\"alert\">This page can’t be read at the moment. That says nothing about what it shows.</p>");
        writer.raw("</main></body></html>\n");
        return writer.html.toString();
    }

    /** For people who followed an old link or mistyped one. */
    static String missing(Instant now) {
        var writer = new StatusPageHtml(now);
        writer.head("No such page", "");
        writer.raw("<header><h1>There is no such page</h1></header>");
        writer.raw("<p class=\"muted\">It was taken off, or its address is another.</p>");
        writer.raw("</main></body></html>\n");
        return writer.html.toString();
    }

    private void head(String title, String icon) {
        add("""
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <meta http-equiv="refresh" content="60">
                <title>%s</title>
                <link rel="icon" href="/kit/icon%s.svg">
                <link rel="stylesheet" href="/kit/tokens.css">
                <link rel="stylesheet" href="/kit/base.css">
                <link rel="stylesheet" href="/monitor/status.css">
                </head>
                <body class="status-page">
                <main>
                """, title, icon);
    }

    private void write(PublicPage page) {
        head(page.title(), page.state() == ShownState.DOWN ? "-bad" : "");
        add("<header><h1>%s</h1>%s</header>\n", page.title(), paragraph(page.description()));
        verdict(page);
        page.groups().forEach(group -> {
            add("<section><h2>%s</h2><ul class=\"components\">", group.name());
            group.components().forEach(this::component);
            raw("</ul></section>");
        });
        outages(page.incidents());
        add(
                "<footer>As of %s. Uptime over %s days; what nobody watched is left out.</footer></main></body></html>\n",
                TIME.format(page.asOf()), PublicPages.DAYS);
    }

    private void verdict(PublicPage page) {
        var words = switch (page.state()) {
            case DOWN -> "Something is down";
            case MAINTENANCE -> "Maintenance is under way";
            case UNKNOWN ->
                page.watchesAnything()
                        ? "The state of some parts is not known"
                        : "Nothing is watched here at the moment";
            default -> "Everything works";
        };
        add("<p class=\"overall %s\" role=\"status\">", page.state().wire());
        raw(shape(page.state()));
        add("<strong>%s</strong></p>", words);
        if (!page.live()) {
            add(
                    "<p class=\"age\" role=\"alert\">Live state is not available at the moment. What you see is %s old, from %s.</p>",
                    text(Duration.between(page.asOf(), now)), TIME.format(page.asOf()));
        }
    }

    private void component(Component component) {
        add(
                "<li><div class=\"component\"><h3>%s</h3><span class=\"state %s\">",
                component.name(), component.state().wire());
        raw(shape(component.state()));
        add("%s</span></div>", wordOf(component.state()));
        bars(component.days());
        add(
                "<div class=\"scale\"><span>90 days ago</span><span>%s</span><span>today</span></div></li>",
                uptime(component));
    }

    /** What is younger than the days that are shown says over how long. */
    private String uptime(Component component) {
        if (component.uptime() == null) {
            return "not watched yet";
        }
        var uptime = percent(component.uptime()) + " % uptime";
        if (component.since() == null) {
            return uptime;
        }
        var age = Duration.between(component.since(), now);
        return age.compareTo(TELLING_MIN) < 0
                ? "watched since " + TIME.format(component.since())
                : uptime + " in " + text(age);
    }

    private void bars(List<DayOfComponent> days) {
        var byDay = new HashMap<LocalDate, DayOfComponent>();
        days.forEach(day -> byDay.put(day.day(), day));
        var today = LocalDate.ofInstant(now, ZoneOffset.UTC);
        raw(
                "<svg class=\"bars\" viewBox=\"0 0 %d %d\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"Last 90 days\">"
                        .formatted(PublicPages.DAYS * STEP, HEIGHT));
        for (int i = 0; i < PublicPages.DAYS; i++) {
            var day = today.minusDays(PublicPages.DAYS - 1L - i);
            var known = byDay.get(day);
            var uptime = known == null ? null : known.uptime();
            raw("<rect class=\"%s\" x=\"%d\" y=\"0\" width=\"%d\" height=\"%d\" rx=\"1\"><title>%s: %s</title></rect>"
                    .formatted(
                            tone(uptime),
                            i * STEP,
                            BAR,
                            HEIGHT,
                            day,
                            uptime == null ? "not watched" : percent(uptime) + " %"));
        }
        raw("</svg>");
    }

    private void outages(List<Outage> outages) {
        raw("<section><h2>Last 14 days</h2>");
        if (outages.isEmpty()) {
            raw("<p class=\"muted\">No outage.</p>");
        } else {
            raw("<ul class=\"outages\">");
            for (var outage : outages) {
                var end = outage.to() == null ? now : outage.to();
                add(
                        "<li><strong>%s</strong> <span class=\"muted\">%s, %s%s</span></li>",
                        outage.component(),
                        TIME.format(outage.from()),
                        outage.to() != null
                                ? "was down for "
                                : outage.maintenance() ? "under maintenance, for " : "down for ",
                        text(Duration.between(outage.from(), end)));
            }
            raw("</ul>");
        }
        raw("</section>");
    }

    private static String tone(@Nullable Double uptime) {
        if (uptime == null) {
            return "none";
        }
        return uptime >= GOOD ? "good" : uptime >= FAIR ? "warn" : "bad";
    }

    /** Never 100 while anything failed. */
    static String percent(double uptime) {
        if (uptime >= 1) {
            return "100";
        }
        return String.format(Locale.ROOT, "%.2f", Math.floor(uptime * 10_000) / 100);
    }

    private static String wordOf(ShownState state) {
        return switch (state) {
            case UP, CONFIRMING -> "up";
            case DOWN -> "down";
            case UNKNOWN -> "not known";
            case MAINTENANCE -> "maintenance";
            case PAUSED -> "not watched";
        };
    }

    private static String shape(ShownState state) {
        var shape = switch (state) {
            case UP, CONFIRMING -> "<circle cx=\"6\" cy=\"6\" r=\"4\" fill=\"currentColor\"/>";
            case DOWN -> "<rect x=\"2\" y=\"2\" width=\"8\" height=\"8\" rx=\"1\" fill=\"currentColor\"/>";
            case MAINTENANCE -> "<path d=\"M3 1.8v8.4L10.2 6Z\" fill=\"currentColor\"/>";
            case UNKNOWN, PAUSED ->
                "<path d=\"M2 6h8\" stroke=\"currentColor\" stroke-width=\"2.2\" stroke-linecap=\"round\"/>";
        };
        return "<svg class=\"shape\" viewBox=\"0 0 12 12\" aria-hidden=\"true\">" + shape + "</svg>";
    }

    static String text(Duration duration) {
        if (duration.toMinutes() < 1) {
            return duration.toSeconds() + " s";
        }
        if (duration.toHours() < 1) {
            return duration.toMinutes() + " min";
        }
        return duration.toDays() < 1
                ? duration.toHours() + " h " + duration.toMinutesPart() + " min"
                : duration.toDays() + " d " + duration.toHoursPart() + " h";
    }

    private static Raw paragraph(String text) {
        return new Raw(text.isBlank() ? "" : "<p class=\"muted\">" + escape(text) + "</p>");
    }

    /** What is HTML already. */
    private record Raw(String html) {}

    /** Fills the template; every value is escaped unless it is HTML already. */
    private void add(String template, Object... values) {
        var escaped = new Object[values.length];
        for (int i = 0; i < values.length; i++) {
            escaped[i] = values[i] instanceof Raw done ? done.html() : escape(String.valueOf(values[i]));
        }
        html.append(template.formatted(escaped));
    }

    private void raw(String text) {
        html.append(text);
    }

    static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
