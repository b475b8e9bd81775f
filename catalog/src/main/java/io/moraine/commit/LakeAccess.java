package io.moraine.commit;

import io.moraine.base.Clock;
import io.moraine.base.IdSource;
import io.moraine.read.LeaseHousekeeping;
import io.moraine.read.Moment;
import io.moraine.read.OpenLake;
import io.moraine.slate.manifest.CheckpointEdit;

/**
 * What the parts of the writer share.
 *
 * @param lake the lake as readers see it
 * @param clock the time
 * @param ids where new ids come from
 */
record LakeAccess(OpenLake lake, Clock clock, IdSource ids) {
  private static final int MILLIS = 1000;

  /** The store's time, milliseconds since 1970-01-01 UTC. */
  long storeMillis() {
    return clock.wallMillis() + lake.objects().clockLeadMillis();
  }

  /** The store's time, seconds since 1970-01-01 UTC. */
  long storeSeconds() {
    return storeMillis() / MILLIS;
  }

  Moment now() {
    return Moment.now(clock);
  }

  /** The same edit, which also drops what every manifest update of ours drops. */
  CheckpointEdit swept(CheckpointEdit edit) {
    return (base, nextId) -> LeaseHousekeeping.apply(edit.apply(base, nextId), storeSeconds());
  }
}
