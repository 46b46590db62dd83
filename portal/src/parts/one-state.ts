import { common } from '../words/common.ts';
import type { Text } from '../words/language.ts';
import { lookOf } from '../words/states.ts';
import type { FilterSpec } from './filter-values.ts';

/** A filter by one state: most lists take no more than one. */
export function oneState(
  values: readonly string[],
  name = 'status',
  title: Text = common.status,
): FilterSpec {
  return { kind: 'word', title, name, values: values.map((one) => [one, lookOf(one).word]) };
}
