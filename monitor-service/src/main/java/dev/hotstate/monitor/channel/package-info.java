/**
 * Where alerts go: webhook, Slack-compatible, PagerDuty, Alertmanager, email.
 *
 * <p>A channel has settings that anybody who may read sees, and secrets that are sealed and that nobody sees again. Each kind
 * turns an alert into its message in a class of its own; all that speaks HTTP goes out as one signed or unsigned webhook,
 * behind the egress guard, as does email. Nothing here remembers what was sent or decides when to try again.
 */
@NullMarked
package dev.hotstate.monitor.channel;

import org.jspecify.annotations.NullMarked;
