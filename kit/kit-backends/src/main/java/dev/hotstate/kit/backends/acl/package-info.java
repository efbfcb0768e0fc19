/** Who may do what in Redis: each service declares its commands, here they become users and ACL files. */
@NullMarked
package dev.hotstate.kit.backends.acl;

import org.jspecify.annotations.NullMarked;
