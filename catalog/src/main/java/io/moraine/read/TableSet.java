package io.moraine.read;

import io.moraine.slate.manifest.SsTableTree;
import java.util.List;

/**
 * The tables that a manifest names, compared as a whole.
 *
 * @param trees the trees in key order
 */
record TableSet(List<SsTableTree> trees) {}
