/**
 * Objects as files below a folder. Imports {@code io.moraine.base} and {@code objectstore}.
 *
 * <p>An object is written to {@code <root>/.moraine-tmp/<put id>}, forced to disk, hard-linked to
 * its name, and its folder forced too; then the temporary name is removed. A link either appears
 * with all its bytes or fails because the name is taken, in every process alike. The ways that look
 * simpler fail: creating the file in place shows half of it to readers, and renaming either
 * overwrites or lets several writers win. Temporary files never lie in a folder of objects, since
 * SlateDB takes the text before the first dot of any name there for an id.
 *
 * <p>The few objects that are replaced, such as boundaries, are renamed over under a lock that all
 * processes of this library take. Other libraries know no lock: SlateDB's own store of local files
 * cannot replace at all and leaves such objects alone.
 */
@NullMarked
package io.moraine.objectstore.file;

import org.jspecify.annotations.NullMarked;
