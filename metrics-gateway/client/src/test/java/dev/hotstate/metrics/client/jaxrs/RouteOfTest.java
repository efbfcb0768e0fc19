package dev.hotstate.metrics.client.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.Path;
import org.junit.jupiter.api.Test;

class RouteOfTest {

    @Path("/users/")
    static class Users {
        public void list() {}

        @Path("{id: [0-9]+}/orders")
        public void orders() {}
    }

    static class Proxy extends Users {
        @Override
        public void orders() {}
    }

    @Path("things")
    interface Things {
        @Path("/{name}")
        void one();
    }

    static class StoredThings implements Things {
        @Override
        public void one() {}
    }

    @Path("/")
    static class Root {
        public void first() {}
    }

    @Test
    void a_route_is_that_of_the_class_and_of_the_method() throws NoSuchMethodException {
        assertThat(route(Users.class, "list")).isEqualTo("/users");
        assertThat(route(Users.class, "orders")).isEqualTo("/users/{id}/orders");
        assertThat(route(Root.class, "first")).isEqualTo("/");
    }

    @Test
    void annotations_are_found_where_they_were_declared() throws NoSuchMethodException {
        assertThat(route(Proxy.class, "orders")).isEqualTo("/users/{id}/orders");
        assertThat(route(StoredThings.class, "one")).isEqualTo("/things/{name}");
    }

    private static String route(Class<?> type, String method) throws NoSuchMethodException {
        return new RouteOf().method(type, type.getMethod(method));
    }
}
