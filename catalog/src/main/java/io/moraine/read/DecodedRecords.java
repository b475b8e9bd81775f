package io.moraine.read;

import io.moraine.base.Call;
import io.moraine.table.DecodeCounter;

/** Counts the records that a cursor decodes, for its scope and for its call, once a page. */
final class DecodedRecords implements DecodeCounter {
  private final FixedReadScope scope;
  private long ofPage;

  DecodedRecords(FixedReadScope scope) {
    this.scope = scope;
  }

  @Override
  public void recordDecoded() {
    ofPage++;
  }

  void countPage() {
    scope.countDecoded(ofPage);
    Call.countRecords(ofPage);
    ofPage = 0;
  }
}
