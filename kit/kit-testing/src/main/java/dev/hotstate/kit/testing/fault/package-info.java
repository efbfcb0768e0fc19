/**
 * Trouble on the wire, made on purpose: a TCP proxy in user space between a client and its servers.
 */
@NullMarked
package dev.hotstate.kit.testing.fault;

import org.jspecify.annotations.NullMarked;
