/**
 * Pages in a real browser: Debian's Chromium, driven by Playwright. A page that logs an error or breaks its content
 * security policy fails its test, whatever else the test looks at.
 */
@NullMarked
package dev.hotstate.kit.testing.browser;

import org.jspecify.annotations.NullMarked;
