import { common } from '../words/common.ts';
import type { Text } from '../words/language.ts';
import { lookOf } from '../words/states.ts';

/** A filter by one state: most lists take no more than one. */
export function oneState<const State extends string>(values: readonly State[]) {
  return {
    kind: 'word',
    title: common.status,
    name: 'status',
    values: values.map((one): readonly [State, Text] => [one, lookOf(one).word]),
  } as const;
}
