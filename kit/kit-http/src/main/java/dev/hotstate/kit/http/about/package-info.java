/** What a page needs to know about its service before anybody has logged in. */
@NullMarked
package dev.hotstate.kit.http.about;

import org.jspecify.annotations.NullMarked;
