package dev.hotstate.kit.http.apikey;

import static dev.hotstate.kit.http.testing.Keys.as;
import static dev.hotstate.kit.http.testing.Keys.create;
import static dev.hotstate.kit.http.testing.Keys.withKey;
import static io.restassured.RestAssured.given;
import static org.assertj.core.api.Assertions.assertThat;

import dev.hotstate.kit.http.testing.KitTest;
import io.restassured.http.ContentType;
import io.restassured.response.Response;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import org.jboss.logmanager.ExtLogRecord;
import org.jboss.logmanager.Level;
import org.jboss.logmanager.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@KitTest
class SecretsStayInsideIT {

    private static final Logger ROOT = Logger.getLogger("");

    private final LogCapture log = new LogCapture();
    private java.util.logging.Level usual;

    @BeforeEach
    void listen_to_all_that_is_said() {
        usual = ROOT.getLevel();
        ROOT.addHandler(log);
        ROOT.setLevel(Level.DEBUG);
    }

    @AfterEach
    void stop_listening() {
        ROOT.setLevel(usual);
        ROOT.removeHandler(log);
    }

    @Test
    void neither_keys_nor_cookies_nor_tokens_are_logged_or_echoed() {
        var key = create("read");
        var wrong = key.text().substring(0, key.text().length() - 4) + "0000";
        var login = login("{\"key\":\"" + key.text() + "\"}");
        var cookie = login.getCookie("hs_sample_session");
        String csrfToken = login.path("csrfToken");
        var secrets = List.of(key.text(), wrong, cookie, csrfToken);

        var answers = List.of(
                as(key).get("/access/read"),
                as(key).get("/access/admin"),
                as(key).get("/sample/bug"),
                withKey(wrong).get("/access/read"),
                login("{\"key\":\"" + wrong + "\"}"),
                login("{\"key\":\"" + key.text() + "\" oops}"),
                login("{\"key\":[\"" + key.text() + "\"]}"),
                given().cookie("hs_sample_session", cookie).get("/sample/bug"),
                given().cookie("hs_sample_session", cookie + "x").get("/access/read"),
                given().cookie("hs_sample_session", cookie)
                        .header("X-CSRF-Token", csrfToken)
                        .post("/access/write"));

        assertThat(log.levels()).contains(Level.DEBUG);
        for (var secret : secrets) {
            assertThat(log.lines()).noneMatch(line -> line.contains(secret));
            assertThat(answers).noneMatch(answer -> answer.asString().contains(secret));
        }
    }

    private static Response login(String body) {
        return given().contentType(ContentType.JSON).body(body).post("/login");
    }

    private static final class LogCapture extends Handler {

        private static final String CLIENT_OF_THE_TEST = "org.apache.http";

        private final List<String> lines = new CopyOnWriteArrayList<>();
        private final Set<java.util.logging.Level> levels = ConcurrentHashMap.newKeySet();

        List<String> lines() {
            return lines;
        }

        Set<java.util.logging.Level> levels() {
            return levels;
        }

        @Override
        public void publish(LogRecord record) {
            if (String.valueOf(record.getLoggerName()).startsWith(CLIENT_OF_THE_TEST)) {
                return;
            }
            var text = new StringWriter();
            text.append(ExtLogRecord.wrap(record).getFormattedMessage());
            if (record.getThrown() != null) {
                record.getThrown().printStackTrace(new PrintWriter(text));
            }
            lines.add(text.toString());
            levels.add(record.getLevel());
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
