import assert from 'node:assert/strict';
import type { World } from '../../src/world.ts';
import type { Caller } from '../fixture.ts';
import type { Told, V1 } from './serve.ts';

/** Makes objects of one business through `/v1`, and through flows of the domain where `/v1` has no way to. */
export type Maker = {
  readonly v1: V1;
  readonly world: World;
  readonly owner: Caller;
  readonly businessId: bigint;
  /** Stands in whatever texts its objects have, and in no other business. */
  readonly word: string;
  readonly phone: string;
  /** Of what is charged. */
  readonly amount: number;
  /** A request that must succeed. */
  post(path: string, body?: unknown, more?: { readonly headers?: object; as?: Key }): Promise<Any>;
  /** The first object of a list. */
  first(path: string): Promise<Any>;
};
type Key = { readonly apiKey: string };
// biome-ignore lint/suspicious/noExplicitAny: tests read what they know is there.
type Any = any;

type Marks = Pick<Maker, 'word' | 'phone' | 'amount'>;

export function makerOf(v1: V1, world: World, owner: Caller, marks: Marks): Maker {
  const good = async (method: string, path: string, asked: Parameters<V1['call']>[2]) => {
    const told: Told = await v1.call(method, path, { as: owner, ...asked });
    assert.ok(told.status < 300, `${method} ${path}: ${told.status} ${told.text}`);
    return told.body;
  };
  return {
    ...marks,
    v1,
    world,
    owner,
    businessId: owner.business.id,
    post: (path, body, more = {}) =>
      good('POST', path, { ...(body !== undefined && { body }), ...(more as object) }),
    async first(path) {
      const { data } = await good('GET', path, {});
      assert.ok(data.length > 0, `${path} lists nothing`);
      return data[0];
    },
  };
}
