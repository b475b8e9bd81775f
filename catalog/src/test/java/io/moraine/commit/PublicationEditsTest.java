package io.moraine.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.moraine.commit.PublicationEdits.Making;
import io.moraine.read.PublicationNames;
import io.moraine.slate.manifest.Checkpoint;
import io.moraine.slate.manifest.Manifest;
import io.moraine.testing.Manifests;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PublicationEditsTest {
  private static final long NOW = 1_800_000_000L;
  private static final long NEXT_ID = 50;

  private final List<Checkpoint> checkpoints = new ArrayList<>();

  @Test
  void aPublicationPinsTheManifestThatRecordsItForADay() {
    Checkpoint made = last(publish(PublicationNames.OPEN, Set.of()));
    assertThat(made.manifestId()).isEqualTo(NEXT_ID);
    assertThat(made.name()).isEqualTo("moraine-publication");
    assertThat(made.createTimeSeconds()).isEqualTo(NOW);
    assertThat(made.expireTimeSeconds()).isEqualTo(NOW + 86_400);
  }

  @Test
  void theNewestThreeOfTheEpochStay() {
    List<UUID> own = List.of(own(10), own(13), own(11), own(12));
    assertThat(ids(publish(PublicationNames.OPEN, Set.copyOf(own))))
        .contains(own.get(1), own.get(3))
        .doesNotContain(own.get(0), own.get(2))
        .hasSize(3);
  }

  @Test
  void aClosedPublicationIsTheOnlyOneOfItsEpoch() {
    Set<UUID> own = Set.of(own(10), own(11));
    List<Checkpoint> after = publish(PublicationNames.CLOSED, own);
    assertThat(after).hasSize(1);
    assertThat(last(after).name()).isEqualTo("moraine-publication-closed");
  }

  @Test
  void publicationsThatReadersOfThisProcessNeedAreSpared() {
    UUID needed = own(10);
    UUID other = own(11);
    assertThat(ids(publish(PublicationNames.CLOSED, Set.of(needed, other), Set.of(needed))))
        .contains(needed)
        .doesNotContain(other);
  }

  @Test
  void publicationsOfAnEarlierEpochGoTenMinutesAfterTheyWereMade() {
    UUID young = add(10, PublicationNames.OPEN, NOW - 599);
    UUID old = add(9, PublicationNames.CLOSED, NOW - 600);
    assertThat(ids(publish(PublicationNames.OPEN, Set.of()))).contains(young).doesNotContain(old);
  }

  @Test
  void whatIsNoPublicationStays() {
    UUID users = add(3, null, NOW - 1_000_000);
    UUID lease = add(4, "moraine-lease", NOW - 1_000_000);
    assertThat(ids(publish(PublicationNames.CLOSED, Set.of()))).contains(users, lease);
  }

  private UUID own(long manifestId) {
    return add(manifestId, PublicationNames.OPEN, NOW - 5);
  }

  private UUID add(long manifestId, @Nullable String name, long createdAt) {
    UUID id = new UUID(manifestId, checkpoints.size());
    checkpoints.add(new Checkpoint(id, manifestId, createdAt, createdAt + 86_400, name));
    return id;
  }

  private List<Checkpoint> publish(String name, Set<UUID> own) {
    return publish(name, own, Set.of());
  }

  private List<Checkpoint> publish(String name, Set<UUID> own, Set<UUID> inUse) {
    Manifest base = Manifests.withCheckpoints(checkpoints);
    return PublicationEdits.add(new Making(new UUID(1, 1), name, own, inUse, NOW))
        .apply(base, NEXT_ID);
  }

  private static Checkpoint last(List<Checkpoint> checkpoints) {
    return checkpoints.get(checkpoints.size() - 1);
  }

  private static Set<UUID> ids(List<Checkpoint> checkpoints) {
    return checkpoints.stream().map(Checkpoint::id).collect(Collectors.toSet());
  }
}
