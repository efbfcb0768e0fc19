/** Classes that break the architecture rules on purpose; {@code ArchRulesTest} shows that each rule finds them. */
@NullMarked
package dev.hotstate.monitor.specimen;

import org.jspecify.annotations.NullMarked;
