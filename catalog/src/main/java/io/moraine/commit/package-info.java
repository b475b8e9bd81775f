/**
 * Commits: the writer role, publications, outcomes. The meeting point of staged rows and the store.
 * Imports everything below it.
 */
@NullMarked
package io.moraine.commit;

import org.jspecify.annotations.NullMarked;
