/**
 * Processes that use one lake behind an S3 server for as long as is wanted, and somebody who looks
 * whether they grow.
 */
@NullMarked
package io.moraine.benchmarks.soak;

import org.jspecify.annotations.NullMarked;
