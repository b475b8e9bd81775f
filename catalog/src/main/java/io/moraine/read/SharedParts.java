package io.moraine.read;

/**
 * What the scopes and cursors of one store share.
 *
 * @param generations its open revisions
 * @param scopes its open scopes
 * @param memory working memory
 * @param failures makes errors of what the store throws
 */
record SharedParts(
    Generations generations, Scopes scopes, MemoryBudget memory, StoreFailures failures) {}
