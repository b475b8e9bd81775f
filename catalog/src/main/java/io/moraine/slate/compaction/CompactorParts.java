package io.moraine.slate.compaction;

import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.read.ReadContext;
import io.moraine.slate.read.StoreRequirements;

/**
 * What a compactor works with.
 *
 * @param store where tables are
 * @param layout where objects lie in there
 * @param manifests the store's manifests
 * @param compactions the store's states of compaction
 * @param context how tables are read; what is read is not worth keeping
 * @param requirements what the store must have been created with
 */
public record CompactorParts(
    ObjectStore store,
    StoreLayout layout,
    ManifestStore manifests,
    CompactionsStore compactions,
    ReadContext context,
    StoreRequirements requirements) {}
