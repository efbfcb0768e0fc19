/**
 * Messages to addresses that users name, signed as <a href="https://www.standardwebhooks.com">Standard Webhooks</a> says, and
 * sent behind the egress guard. When to try again is for the caller to decide; {@code webhook-id} stays the same, so that the
 * receiver can tell a repetition.
 */
@NullMarked
package dev.hotstate.kit.http.webhook;

import org.jspecify.annotations.NullMarked;
