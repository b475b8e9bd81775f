package io.moraine.read;

import io.moraine.base.Clock;

/**
 * What the scopes and cursors of one store share.
 *
 * @param generations its open revisions
 * @param leases what protects them
 * @param scopes its open scopes
 * @param memory working memory
 * @param failures makes errors of what the store throws
 * @param clock the time
 */
record SharedParts(
    Generations generations,
    Leases leases,
    Scopes scopes,
    MemoryBudget memory,
    StoreFailures failures,
    Clock clock) {}
