/**
 * Makes the container images: a Java runtime of the modules that are needed, the Debian libraries below it, the packaged service, and a
 * cache of its start that was recorded while it answered real requests.
 *
 * <p>Nothing here needs a daemon, a registry or root; packages come from the apt that the machine has. Everything lies below
 * {@code .hotstate/images} and is made anew only when it is missing.
 */
@NullMarked
package dev.hotstate.images;

import org.jspecify.annotations.NullMarked;
