package io.moraine.read;

import java.util.Optional;

/**
 * A share in a generation, with one in the lease on its tables unless they are read unprotected. To
 * be given back once.
 */
record Share(Generation generation, Optional<Lease> lease) {}
