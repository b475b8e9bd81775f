/** Our store of objects against an S3 server that we did not write. */
@NullMarked
package io.moraine.s3proxy;

import org.jspecify.annotations.NullMarked;
