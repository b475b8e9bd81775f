package io.moraine.model;

/**
 * A text that is never shown: neither by {@link #toString} nor, through it, by the records that
 * hold it.
 */
public final class Secret {
  private final String text;

  /** Hides {@code text}. */
  public Secret(String text) {
    this.text = text;
  }

  /** The text itself, for the one place that needs it. */
  public String reveal() {
    return text;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Secret secret && secret.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return "***";
  }
}
