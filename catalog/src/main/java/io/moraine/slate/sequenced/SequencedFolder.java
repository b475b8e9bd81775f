package io.moraine.slate.sequenced;

/**
 * Where metadata of one kind lies in an object store.
 *
 * @param folder path of the folder
 * @param names how its objects are called; the first one has number 1
 * @param boundary path of the object that tells up to which number they are dead
 */
public record SequencedFolder(String folder, NumberedNames names, String boundary) {
  /** The path of the object numbered {@code id}. */
  public String path(long id) {
    return folder + "/" + names.of(id);
  }
}
