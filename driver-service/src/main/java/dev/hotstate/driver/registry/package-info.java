/**
 * Who the drivers are: profiles, and the numbers by which Redis knows them. Postgres has them; profiles are read through a
 * cache that is encrypted, numbers are kept in memory.
 *
 * <p>Erasing a driver removes it from Postgres in one transaction, which also notes that Redis still has to forget it; that
 * is repeated until it is done.
 */
@NullMarked
package dev.hotstate.driver.registry;

import org.jspecify.annotations.NullMarked;
