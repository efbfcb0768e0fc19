/** What a check costs from its claim to its stored result, beside a program that only checks. */
@NullMarked
package dev.hotstate.bench.monitor;

import org.jspecify.annotations.NullMarked;
