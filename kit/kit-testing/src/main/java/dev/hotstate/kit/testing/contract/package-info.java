/** What every service promises by being built on the kit, as a test that each of them runs. */
@NullMarked
package dev.hotstate.kit.testing.contract;

import org.jspecify.annotations.NullMarked;
