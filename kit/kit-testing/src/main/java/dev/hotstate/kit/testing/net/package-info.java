/** What a test needs to play the internet: a name server that answers as told, and certificates of every kind. */
@NullMarked
package dev.hotstate.kit.testing.net;

import org.jspecify.annotations.NullMarked;
