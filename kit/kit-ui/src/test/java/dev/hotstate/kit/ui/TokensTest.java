package dev.hotstate.kit.ui;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every text colour must be readable on every background that it meets, in both themes. */
class TokensTest {

    private static final double READABLE = 4.5;
    private static final List<String> BACKGROUNDS = List.of("canvas", "surface", "raised", "hover", "accent-tint");
    private static final Pattern TOKEN =
            Pattern.compile("--([a-z-]+): light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\);");

    private static final Map<String, List<String>> TOKENS = new HashMap<>();

    @BeforeAll
    static void read_the_stylesheet() throws IOException {
        try (var in = TokensTest.class.getResourceAsStream("/META-INF/resources/kit/tokens.css")) {
            var matcher = TOKEN.matcher(new String(in.readAllBytes(), UTF_8));
            while (matcher.find()) {
                TOKENS.put(matcher.group(1), List.of(matcher.group(2), matcher.group(3)));
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"text", "muted", "faint", "accent", "good", "warn", "bad", "busy", "idle"})
    void a_text_colour_is_readable_on_each_background(String colour) {
        for (var background : BACKGROUNDS) {
            assertReadable(colour, background);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "warn,warn-tint",
        "bad,bad-tint",
        "good,good-tint",
        "text,warn-tint",
        "text,bad-tint",
        "text,good-tint",
        "muted,warn-tint",
        "muted,bad-tint",
        "muted,good-tint",
        "faint,warn-tint",
        "faint,bad-tint"
    })
    void a_text_colour_is_readable_on_the_tint_of_a_state(String colour, String tint) {
        assertReadable(colour, tint);
    }

    private static void assertReadable(String colour, String background) {
        for (var theme : List.of(0, 1)) {
            assertThat(contrast(
                            TOKENS.get(colour).get(theme),
                            TOKENS.get(background).get(theme)))
                    .as("%s on %s, %s theme", colour, background, theme == 0 ? "light" : "dark")
                    .isGreaterThanOrEqualTo(READABLE);
        }
    }

    /** WCAG 2.2, contrast ratio. */
    private static double contrast(String one, String other) {
        var luminances = List.of(luminance(one), luminance(other));
        return (Math.max(luminances.get(0), luminances.get(1)) + 0.05)
                / (Math.min(luminances.get(0), luminances.get(1)) + 0.05);
    }

    private static double luminance(String colour) {
        return 0.2126 * linear(colour, 1) + 0.7152 * linear(colour, 3) + 0.0722 * linear(colour, 5);
    }

    private static double linear(String colour, int at) {
        var channel = Integer.parseInt(colour.substring(at, at + 2), 16) / 255.0;
        return channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4);
    }
}
