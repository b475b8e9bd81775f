/**
 * The verbs of a commit: what each checks and stages, what the commit says that it did, and which
 * commits of others that clashes with. Knows no store. Imports {@code base}, {@code model}, {@code
 * keyspace}, {@code table} and {@code staged}.
 *
 * <p>{@link io.moraine.verbs.Draft} is one run of a commit's work over one state: it stages rows of
 * the metadata tables as a transaction does, hands out ids, and in the end adds the snapshot. The
 * verbs themselves are in classes of their own, by what they change.
 */
@NullMarked
package io.moraine.verbs;

import org.jspecify.annotations.NullMarked;
