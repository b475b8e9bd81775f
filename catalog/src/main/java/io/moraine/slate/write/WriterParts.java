package io.moraine.slate.write;

import io.moraine.objectstore.ObjectStore;
import io.moraine.slate.manifest.ManifestStore;
import io.moraine.slate.manifest.StoreLayout;
import io.moraine.slate.manifest.WalProbe;
import io.moraine.slate.read.StoreRequirements;
import io.moraine.slate.read.TailReader;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * What a writer works with.
 *
 * @param tables where tables are
 * @param log where the write-ahead log is, mostly the same store
 * @param layout where objects lie in both
 * @param manifests the store's manifests
 * @param probe finds the log's end
 * @param tails reads the log
 * @param requirements what the store must have been created with
 * @param executor sends requests whose answer is not awaited at once; empty if the store answers at
 *     once
 */
public record WriterParts(
    ObjectStore tables,
    ObjectStore log,
    StoreLayout layout,
    ManifestStore manifests,
    WalProbe probe,
    TailReader tails,
    StoreRequirements requirements,
    Optional<Executor> executor) {}
