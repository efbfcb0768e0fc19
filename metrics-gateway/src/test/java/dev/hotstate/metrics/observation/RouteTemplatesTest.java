package dev.hotstate.metrics.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteTemplatesTest {

    @ParameterizedTest
    @CsvSource({
        "/, /",
        "/users, /users",
        "/users/, /users/",
        "/users?page=2, /users",
        "/users/123, /users/{id}",
        "/users/123/orders/7, /users/{id}/orders/{id}",
        "/users/2f1d6b1e-0c3a-4b52-9d0f-0a4f4f2b9c11, /users/{id}",
        "/commits/2fd4e1c67a2d28fced849ee1bb76e7391b93eb12, /commits/{id}",
        "/users/ada@example.org, /users/{id}",
        "/v2/users, /v2/users",
        "/files/a-very-long-name-of-a-file-that-nobody-else-has, /files/{id}"
    })
    void what_looks_like_an_id_is_one(String path, String route) {
        assertThat(new RouteTemplates(List.of(), PathStyle.BRACES).of(path)).isEqualTo(route);
    }

    @Test
    void a_named_route_goes_before() {
        var templates = new RouteTemplates(List.of("/shop/{slug}", "/static/*"), PathStyle.BRACES);
        assertThat(templates.of("/shop/red-shoes")).isEqualTo("/shop/{slug}");
        assertThat(templates.of("/static/css/12/main.css")).isEqualTo("/static/*");
        assertThat(templates.of("/shop/red-shoes/reviews/9")).isEqualTo("/shop/red-shoes/reviews/{id}");
    }

    @Test
    void routes_may_be_written_with_colons() {
        var templates = new RouteTemplates(List.of("/shop/{slug}"), PathStyle.COLON);
        assertThat(templates.of("/users/123/orders/7")).isEqualTo("/users/:id/orders/:id");
        assertThat(templates.of("/shop/red-shoes")).isEqualTo("/shop/:slug");
        assertThat(templates.restyled("/users/{id: [0-9]+}/x")).isEqualTo("/users/:id/x");
        assertThat(new RouteTemplates(List.of(), PathStyle.BRACES).restyled("/users/:id/x/"))
                .isEqualTo("/users/{id}/x/");
    }
}
