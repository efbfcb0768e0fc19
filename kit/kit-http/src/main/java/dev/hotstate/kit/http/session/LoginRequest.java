package dev.hotstate.kit.http.session;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;

record LoginRequest(@NotBlank @Size(max = 256) String key) {

    /** The key stays out of any log. */
    @Override
    public String toString() {
        return "LoginRequest";
    }
}
