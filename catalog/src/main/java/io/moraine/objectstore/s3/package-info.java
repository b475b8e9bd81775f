/**
 * Objects in a bucket of S3, or of a store that speaks its protocol. The only place for clients of
 * the network. Imports {@code io.moraine.base}, {@code model} and {@code objectstore}.
 */
@NullMarked
package io.moraine.objectstore.s3;

import org.jspecify.annotations.NullMarked;
