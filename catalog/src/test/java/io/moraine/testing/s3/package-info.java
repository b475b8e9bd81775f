/**
 * A server inside the test's process that speaks as much of the S3 protocol as this project uses,
 * strictly: signatures, checksums, conditions and ranges are checked. It can be slow, it can fail
 * at any request, and it remembers what it was asked. On the JDK's HTTP server; needs no test
 * framework.
 */
@NullMarked
package io.moraine.testing.s3;

import org.jspecify.annotations.NullMarked;
