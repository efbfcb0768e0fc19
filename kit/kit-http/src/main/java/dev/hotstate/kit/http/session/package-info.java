/**
 * Logins for people: an API key is exchanged for a signed cookie that lasts a working day.
 *
 * <p>The cookie names the key, so a revoked or expired key ends its sessions. All instances of a service sign with the same
 * secret. Nothing is stored for a session unless it ends early, by a logout.
 */
@NullMarked
package dev.hotstate.kit.http.session;

import org.jspecify.annotations.NullMarked;
