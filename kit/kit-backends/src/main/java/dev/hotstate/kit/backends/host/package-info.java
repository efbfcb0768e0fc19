/** What servers need of the machine they run on: free ports, folders, locks, private files, programs. */
@NullMarked
package dev.hotstate.kit.backends.host;

import org.jspecify.annotations.NullMarked;
