package dev.hotstate.kit.ui;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a browser would only notice when it comes to that line. */
class ModulesTest {

    private static final Pattern IMPORT = Pattern.compile("(?m)^import\\b[^;\"]*\"([^\"]+)\";");
    private static final Pattern SHEET = Pattern.compile("@import url\\(\"([^\"]+)\"\\)");
    private static final Pattern PAGE_FILE = Pattern.compile("(?:href|src)=\"/([^\"]+)\"");
    /** Each service brings this one. */
    private static final String SERVICE_MODULE = "/service.js";

    static Stream<Path> modules() throws Exception {
        return files(root().resolve("kit"), ".js");
    }

    static Stream<Path> pages() throws Exception {
        return files(root(), ".html");
    }

    @ParameterizedTest
    @MethodSource("modules")
    void imports_are_relative_and_lead_to_a_file(Path module) throws IOException {
        assertThat(found(IMPORT, module)).allSatisfy(target -> {
            if (!target.equals(SERVICE_MODULE)) {
                assertThat(target).startsWith("./");
                assertThat(module.resolveSibling(target)).isRegularFile();
            }
        });
    }

    @ParameterizedTest
    @MethodSource({"modules", "pages"})
    void markup_has_no_inline_style_and_no_unescaped_html(Path file) throws IOException {
        assertThat(Files.readString(file)).doesNotContainPattern("\\sstyle=|innerHTML|unsafe-html|\\son[a-z]+=\"");
    }

    @ParameterizedTest
    @MethodSource("pages")
    void a_page_loads_files_that_exist(Path page) throws Exception {
        for (var target : found(PAGE_FILE, page)) {
            assertThat(root().resolve(target)).isRegularFile();
        }
        assertThat(found(SHEET, root().resolve("kit/kit.css")))
                .isNotEmpty()
                .allSatisfy(sheet ->
                        assertThat(root().resolve("kit").resolve(sheet)).isRegularFile());
    }

    private static List<String> found(Pattern pattern, Path file) throws IOException {
        return pattern.matcher(Files.readString(file))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static Stream<Path> files(Path folder, String suffix) throws IOException {
        return Files.walk(folder)
                .filter(file ->
                        file.toString().endsWith(suffix) && !file.toString().contains("vendor"));
    }

    private static Path root() throws URISyntaxException {
        return Path.of(ModulesTest.class
                        .getResource("/META-INF/resources/kit/kit.css")
                        .toURI())
                .getParent()
                .getParent();
    }
}
