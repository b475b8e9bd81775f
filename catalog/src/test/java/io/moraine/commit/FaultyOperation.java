package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.base.Bytes;
import io.moraine.model.CompactionListener;
import io.moraine.model.CompactionReport;
import io.moraine.model.NewLake;
import java.time.Duration;
import java.util.Optional;

/** What a process does with the store, in which faults strike. */
enum FaultyOperation {
  /** The lake is created in an empty place. */
  CREATE {
    @Override
    void prepare(FaultStage stage) {}

    @Override
    void perform(FaultStage stage) {
      stage.subject().create(new NewLake(Optional.of("s3://bucket/data"), false));
    }
  },
  /** The first commit of a process, which takes the role that was given up. */
  FIRST_COMMIT {
    @Override
    void perform(FaultStage stage) {
      commit(stage);
    }
  },
  /** A commit under a role that is held. */
  COMMIT {
    @Override
    void prepare(FaultStage stage) {
      stage.found();
      stage.subject().commit(commit -> commit.addFile(FaultStage.TABLE, "before", 1));
      stage.pass();
    }

    @Override
    void perform(FaultStage stage) {
      commit(stage);
    }
  },
  /** A commit after a pause in which the role was given up, and nobody took it. */
  COMMIT_AFTER_PAUSE {
    @Override
    void prepare(FaultStage stage) {
      COMMIT.prepare(stage);
      stage.clock().advance(Duration.ofSeconds(3));
      stage.subject().runBackground();
      stage.pass();
    }

    @Override
    void perform(FaultStage stage) {
      commit(stage);
    }
  },
  /** Commits that are written together, of which one fails by itself. */
  GROUP {
    @Override
    void prepare(FaultStage stage) {
      COMMIT.prepare(stage);
      stage.group(CommitGroup.handIn(stage.subject(), FILE));
      stage.pass();
    }

    @Override
    void perform(FaultStage stage) {
      stage.group().settle();
    }
  },
  /** The role is taken from a process that died with a log of some length. */
  TAKE_OVER {
    @Override
    void prepare(FaultStage stage) {
      stage.found();
      LakeProcess dead = stage.another();
      for (int i = 0; i < 3; i++) {
        dead.commit(commit -> commit.addFile(FaultStage.TABLE, "dead", 1));
        stage.pass();
      }
    }

    @Override
    void perform(FaultStage stage) {
      commit(stage);
    }
  },
  /** The log is flushed to tables, and that is published. */
  FLUSH {
    @Override
    void prepare(FaultStage stage) {
      COMMIT.prepare(stage);
    }

    @Override
    void perform(FaultStage stage) {
      stage.subject().flush();
    }
  },
  /** A commit over flushed tables. */
  COMMIT_AFTER_FLUSH {
    @Override
    void prepare(FaultStage stage) {
      COMMIT.prepare(stage);
      stage.subject().flush();
      stage.pass();
    }

    @Override
    void perform(FaultStage stage) {
      commit(stage);
    }
  },
  /** A checkpoint is made. */
  CHECKPOINT {
    @Override
    void prepare(FaultStage stage) {
      COMMIT.prepare(stage);
    }

    @Override
    void perform(FaultStage stage) {
      stage
          .subject()
          .writer()
          .createCheckpoint(Optional.of("pin"), Optional.empty(), LakeProcess.FORCE);
    }
  },
  /** What was published twelve hours ago is published again. */
  PUBLICATION {
    @Override
    void prepare(FaultStage stage) {
      COMMIT.prepare(stage);
      stage.clock().advance(Duration.ofHours(13));
    }

    @Override
    void perform(FaultStage stage) {
      stage.subject().runBackground();
    }
  },
  /** The role is given up after a while without commits. */
  RELEASE {
    @Override
    void prepare(FaultStage stage) {
      COMMIT.prepare(stage);
      stage.clock().advance(Duration.ofSeconds(3));
    }

    @Override
    void perform(FaultStage stage) {
      stage.subject().runBackground();
    }
  },
  /** The same with a log so long that it is flushed first. */
  RELEASE_OF_A_LONG_LOG {
    @Override
    void prepare(FaultStage stage) {
      COMMIT.prepare(stage);
      for (int i = 0; i < 70; i++) {
        stage.subject().commit(commit -> commit.addFile(FaultStage.TABLE, "more", 1));
        stage.pass();
      }
      stage.clock().advance(Duration.ofSeconds(3));
    }

    @Override
    void perform(FaultStage stage) {
      stage.subject().runBackground();
    }
  },
  /** Tables are merged while nobody has the role, and shown by one more closed publication. */
  COMPACTION {
    @Override
    void prepare(FaultStage stage) {
      COMMIT.prepare(stage);
      stage.subject().flush();
      stage.pass();
      stage.subject().commit(commit -> commit.addFile(FaultStage.TABLE, "more", 1));
      stage.subject().flush();
      stage.clock().advance(Duration.ofSeconds(3));
      stage.subject().runBackground();
      stage.pass();
    }

    @Override
    void perform(FaultStage stage) {
      CompactionReport done =
          stage.subject().writer().compact(Optional.of(CURRENT), CompactionListener.NONE);
      assertThat(done.compactions()).hasSize(1);
    }
  },
  /** A reader protects what it reads. */
  LEASE {
    @Override
    void perform(FaultStage stage) {
      stage.leasing().readScope().close();
    }
  },
  /** A writer ends. */
  CLOSE {
    @Override
    void prepare(FaultStage stage) {
      COMMIT.prepare(stage);
    }

    @Override
    void perform(FaultStage stage) {
      stage.subject().close();
    }
  };

  /** The segment of the live state. */
  private static final Bytes CURRENT = Bytes.wrap(new byte[] {4});

  /** The file that an operation adds which commits. */
  static final String FILE = "subject";

  /** Brings the stage to where the operation begins. */
  void prepare(FaultStage stage) {
    stage.found();
  }

  /** Does it. */
  abstract void perform(FaultStage stage);

  private static void commit(FaultStage stage) {
    stage.subject().commit(commit -> commit.addFile(FaultStage.TABLE, FILE, 7));
  }
}
