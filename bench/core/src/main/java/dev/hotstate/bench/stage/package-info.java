/** What contestants need around them: backends with a user for each service, services as packaged jars. */
@NullMarked
package dev.hotstate.bench.stage;

import org.jspecify.annotations.NullMarked;
