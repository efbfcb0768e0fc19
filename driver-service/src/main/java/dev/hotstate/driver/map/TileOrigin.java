package dev.hotstate.driver.map;

import dev.hotstate.kit.http.request.ImageOrigin;
import jakarta.inject.Singleton;
import java.net.URI;
import java.util.Optional;

/** Lets pages show the tiles that are configured. */
@Singleton
class TileOrigin implements ImageOrigin {

    private final Optional<String> origin;

    TileOrigin(MapConfig config) {
        this.origin = config.tiles().map(TileOrigin::of);
    }

    @Override
    public Optional<String> origin() {
        return origin;
    }

    /** Everything up to the path; the braces behind it are no part of an address. */
    static String of(String template) {
        var address = URI.create(template.substring(0, template.indexOf('/', template.indexOf("//") + 2)));
        return address.getScheme() + "://" + address.getAuthority();
    }
}
