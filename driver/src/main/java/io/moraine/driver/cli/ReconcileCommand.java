package io.moraine.driver.cli;

import io.moraine.api.Catalog;
import io.moraine.model.CommitToken;
import io.moraine.model.Reconciliation;
import java.io.IOException;
import java.util.Locale;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Finds out what became of a commit whose outcome was unknown. */
@Command(
    name = "reconcile",
    description =
        "Finds out what became of a commit whose outcome was unknown (SQLState 08007). Exit codes:"
            + " 0 committed, 3 not committed, 4 still unknown.",
    mixinStandardHelpOptions = true)
final class ReconcileCommand implements Callable<Integer> {
  private final Output output;

  @Mixin private WritableStoreOptions store = new WritableStoreOptions();

  @Parameters(
      index = "1",
      paramLabel = "<token>",
      converter = TokenConverter.class,
      description = "The token at the end of the error's text.")
  private @Nullable CommitToken token;

  @Option(
      names = "--settle",
      description =
          "Take the writer role if nothing else can settle it; without this nothing is written.")
  private boolean settle;

  @Mixin private JsonOption form = new JsonOption();

  ReconcileCommand(Output output) {
    this.output = output;
  }

  @Override
  public Integer call() throws IOException {
    CommitToken asked = java.util.Objects.requireNonNull(token);
    Reconciliation found;
    try (Catalog catalog = Catalog.open(store.catalogOptions())) {
      found = settle ? catalog.settle(asked) : catalog.reconcile(asked);
    }
    new Report()
        .line(sentenceOf(found.outcome()) + ": " + found.reason())
        .fact("outcome", found.outcome().name().toLowerCase(Locale.ROOT))
        .fact("reason", found.reason())
        .print(output, form);
    return switch (found.outcome()) {
      case COMMITTED -> 0;
      case NOT_COMMITTED -> 3;
      case UNKNOWN -> 4;
    };
  }

  private static String sentenceOf(Reconciliation.Outcome outcome) {
    return switch (outcome) {
      case COMMITTED -> "Committed";
      case NOT_COMMITTED -> "Not committed";
      case UNKNOWN -> "Still unknown";
    };
  }
}
