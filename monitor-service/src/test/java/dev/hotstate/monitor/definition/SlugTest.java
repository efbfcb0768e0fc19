package dev.hotstate.monitor.definition;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SlugTest {

    @ParameterizedTest
    @CsvSource({
        "Nightly backup, nightly-backup",
        "  Größe: prüfen!, gro-e-prufen",
        "db_1 / eu, db_1-eu",
        "Ünïcode, unicode",
        "'東京', ''"
    })
    void a_name_becomes_an_address(String name, String slug) {
        assertThat(Slug.of(name)).isEqualTo(slug);
    }

    @ParameterizedTest
    @ValueSource(strings = {"backup", "nightly-backup", "db_1-eu"})
    void what_it_gives_is_one(String text) {
        assertThat(Slug.isSlug(text)).isTrue();
        assertThat(Slug.of(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-backup", "backup-", "a--b", "Backup", "a b", "a/b"})
    void others_are_none(String text) {
        assertThat(Slug.isSlug(text)).isFalse();
    }
}
