/** What Maven's {@code package} made of a service: how to run it, what it declares, whether it is ready. */
@NullMarked
package dev.hotstate.kit.backends.service;

import org.jspecify.annotations.NullMarked;
