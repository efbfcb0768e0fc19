/**
 * Who makes a request, and what it may do, however it has identified itself: by an API key, by a session, or by being on
 * this machine where authentication is off.
 */
@NullMarked
package dev.hotstate.kit.http.caller;

import org.jspecify.annotations.NullMarked;
