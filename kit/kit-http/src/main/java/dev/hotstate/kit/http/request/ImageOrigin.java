package dev.hotstate.kit.http.request;

import java.util.Optional;

/** A place other than this service from which its pages may show pictures. A service says so with a bean of this kind. */
public interface ImageOrigin {

    /** Scheme and authority, as {@code https://tiles.example}; empty if there is none. */
    Optional<String> origin();
}
