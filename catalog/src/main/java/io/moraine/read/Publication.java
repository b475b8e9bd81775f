package io.moraine.read;

import java.util.UUID;

/**
 * A checkpoint by which the writer in charge shows what it acknowledged.
 *
 * @param checkpointId its id
 * @param revision what it pins
 */
record Publication(UUID checkpointId, Revision revision) {}
