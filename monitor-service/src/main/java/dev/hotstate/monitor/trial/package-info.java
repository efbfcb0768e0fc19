/** Checks a target once before anything is saved, so that a form can show what a monitor would see. */
@NullMarked
package dev.hotstate.monitor.trial;

import org.jspecify.annotations.NullMarked;
