/**
 * The facade of the SlateDB reader: {@link io.moraine.slate.SlateStore} is one database, {@link
 * io.moraine.slate.WalTail} its rows that are not yet flushed, {@link io.moraine.slate.SlateReader}
 * one fixed state of both. Errors leave as {@link io.moraine.slate.SlateException}. Imports {@code
 * base}, {@code objectstore} and the packages below.
 */
@NullMarked
package io.moraine.slate;

import org.jspecify.annotations.NullMarked;
