package dev.hotstate.monitor.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hotstate.kit.http.egress.EgressConfig;
import dev.hotstate.kit.http.egress.EgressGuard;
import dev.hotstate.kit.http.egress.EgressTls;
import dev.hotstate.kit.testing.net.LocalDns;
import dev.hotstate.kit.testing.net.TestCertificates;
import dev.hotstate.monitor.channel.EmailSettings.Security;
import io.quarkus.runtime.configuration.DurationConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.TimeoutException;
import io.vertx.core.Vertx;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.net.NetSocket;
import io.vertx.core.net.PemTrustOptions;
import io.vertx.core.net.PfxOptions;
import io.vertx.core.parsetools.RecordParser;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SmtpClientTest {

    private static final String HANG_UP = "(hang up)";

    private static final Duration PATIENCE = Duration.ofSeconds(15);
    private static final Vertx VERTX = Vertx.vertx();
    private static final LocalDns DNS = LocalDns.start();
    private static final List<String> HEARD = new CopyOnWriteArrayList<>();

    @TempDir
    static Path folder;

    private static EgressGuard guard;
    private static SmtpClient client;
    private static PfxOptions certificate;

    @BeforeAll
    static void start() {
        var certificates = TestCertificates.in(folder);
        certificate = new PfxOptions()
                .setPath(certificates.valid("mail.example", 30).toString())
                .setPassword(TestCertificates.PASSWORD);
        DNS.answer("mail.example", "127.0.0.1").answer("other.example", "127.0.0.1");
        var config = new SmallRyeConfigBuilder()
                .withMapping(EgressConfig.class)
                .withConverter(Duration.class, 100, new DurationConverter())
                .withDefaultValue("hotstate.egress.allow-nearby", "true")
                .withDefaultValue("hotstate.egress.name-servers", "127.0.0.1:" + DNS.port())
                .build();
        guard = EgressGuard.create(VERTX, config.getConfigMapping(EgressConfig.class));
        var trust = new PemTrustOptions().addCertPath(certificates.authority().toString());
        client = new SmtpClient(VERTX, guard, new EgressTls(options -> options.setTrustOptions(trust)));
    }

    @BeforeEach
    void forget() {
        HEARD.clear();
    }

    @AfterAll
    static void stop() {
        client.close();
        guard.close();
        DNS.close();
        VERTX.close().toCompletionStage().toCompletableFuture().join();
    }

    @Test
    void hands_over_a_message() {
        send(settings(server(false, Map.of()), Security.NONE, "mail.example"), null);
        assertThat(HEARD)
                .containsSubsequence(
                        "EHLO hotstate",
                        "MAIL FROM:<a@x.example>",
                        "RCPT TO:<b@x.example>",
                        "RCPT TO:<c@x.example>",
                        "DATA",
                        "text",
                        ".");
    }

    @Test
    void encrypts_before_it_says_the_password() {
        send(settings(server(false, Map.of()), Security.STARTTLS, "mail.example"), "pa55");
        var login = Base64.getEncoder().encodeToString("\0user\0pa55".getBytes(StandardCharsets.UTF_8));
        assertThat(HEARD)
                .containsSubsequence("STARTTLS", "(encrypted)", "EHLO hotstate", "AUTH PLAIN " + login, "DATA");
    }

    @Test
    void speaks_tls_from_the_first_byte() {
        send(settings(server(true, Map.of()), Security.TLS, "mail.example"), null);
        assertThat(HEARD).contains("text");
    }

    @Test
    void a_server_without_tls_hears_no_password() {
        int port = server(false, Map.of("STARTTLS", "502 no"));
        assertThatThrownBy(() -> send(settings(port, Security.STARTTLS, "mail.example"), "pa55"))
                .isInstanceOf(SmtpRefused.class)
                .hasMessageContaining("502");
        assertThat(HEARD).noneMatch(line -> line.startsWith("AUTH"));
    }

    @Test
    void a_certificate_of_another_name_is_refused() {
        int port = server(false, Map.of());
        assertThatThrownBy(() -> send(settings(port, Security.STARTTLS, "other.example"), "pa55"))
                .hasMessageContaining("SSL");
        assertThat(HEARD).noneMatch(line -> line.startsWith("AUTH"));
    }

    @Test
    void a_mailbox_that_is_gone_does_not_silence_the_others() {
        int port = server(false, Map.of("RCPT TO:<c@x.example>", "550 unknown", "RCPT TO:<b@x.example>", "251 moved"));
        send(settings(port, Security.NONE, "mail.example"), null);
        assertThat(HEARD).contains("DATA", "text");
    }

    @Test
    void a_message_that_nobody_may_get_is_a_failure() {
        int port =
                server(false, Map.of("RCPT TO:<b@x.example>", "550 unknown", "RCPT TO:<c@x.example>", "550 unknown"));
        assertThatThrownBy(() -> send(settings(port, Security.NONE, "mail.example"), null))
                .hasMessageContaining("550");
        assertThat(HEARD).doesNotContain("DATA");
    }

    @Test
    void what_is_answered_before_it_is_asked_for_does_not_count() {
        int port = server(false, Map.of("STARTTLS", "220 go\r\n250 hello\r\n235 welcome\r\n250 fine"));
        assertThatThrownBy(() -> send(settings(port, Security.STARTTLS, "mail.example"), "pa55"))
                .isInstanceOf(SmtpFailure.class);
        assertThat(HEARD).noneMatch(line -> line.startsWith("AUTH"));
    }

    @Test
    void whether_a_server_that_hangs_up_after_the_text_has_taken_it_nobody_knows() {
        int port = server(false, Map.of(".", HANG_UP));
        assertThatThrownBy(() -> send(settings(port, Security.NONE, "mail.example"), null))
                .isInstanceOf(SmtpBroken.class);
        assertThat(HEARD).contains("text");
    }

    @Test
    void a_server_that_is_silent_does_not_outlast_the_timeout() {
        int port = server(false, Map.of("DATA", ""));
        var settings = settings(port, Security.NONE, "mail.example");
        assertThatThrownBy(() -> client.send(settings, null, "text\r\n", Duration.ofMillis(300))
                        .await()
                        .atMost(PATIENCE))
                .isInstanceOf(TimeoutException.class);
    }

    private static void send(EmailSettings settings, String password) {
        client.send(settings, password, "text\r\n", PATIENCE).await().atMost(PATIENCE);
    }

    private static EmailSettings settings(int port, Security security, String server) {
        var username = security == Security.STARTTLS ? "user" : null;
        return new EmailSettings(
                server, port, security, username, "a@x.example", List.of("b@x.example", "c@x.example"));
    }

    /** @param answers to some lines, instead of the usual ones */
    private static int server(boolean tls, Map<String, String> answers) {
        return VERTX.createNetServer(new NetServerOptions().setSsl(tls).setKeyCertOptions(certificate))
                .connectHandler(socket -> {
                    socket.write("220-mail.example\r\n220 ready\r\n");
                    converse(socket, answers);
                })
                .listen(0, "127.0.0.1")
                .toCompletionStage()
                .toCompletableFuture()
                .join()
                .actualPort();
    }

    private static void converse(NetSocket socket, Map<String, String> answers) {
        var inData = new boolean[1];
        socket.handler(RecordParser.newDelimited("\r\n", bytes -> {
            var line = bytes.toString();
            HEARD.add(line);
            var answer = answers.getOrDefault(line, inData[0] && !line.equals(".") ? "" : usual(line));
            inData[0] = line.equals("DATA") || inData[0] && !line.equals(".");
            if (answer.equals(HANG_UP)) {
                socket.close();
            } else if (!answer.isEmpty()) {
                socket.write(answer + "\r\n");
            }
            if (answer.startsWith("220")) {
                socket.upgradeToSsl().onSuccess(encrypted -> HEARD.add("(encrypted)"));
            }
        }));
    }

    private static String usual(String line) {
        if (line.startsWith("EHLO")) {
            return "250-mail.example\r\n250-STARTTLS\r\n250 AUTH PLAIN";
        }
        if (line.startsWith("AUTH")) {
            return "235 welcome";
        }
        return switch (line) {
            case "DATA" -> "354 go on";
            case "STARTTLS" -> "220 go on";
            case "QUIT" -> "221 bye";
            default -> "250 fine";
        };
    }
}
