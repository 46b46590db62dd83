import assert from 'node:assert/strict';
import { deleteOldRequests } from '../../src/parties/businesses/site-requests.ts';
import { deleteExpiredKeys, oldestKey } from '../../src/runtime/idempotency.ts';
import type { Clock } from '../fixture.ts';
import { type Door, type DoorName, openShop, type Place, type Reply } from './idempotency-doors.ts';

const minuteMs = 60_000;
export const lifetimeMs = -oldestKey(new Date(0)).getTime();

type Named = { readonly shop: number; readonly door: number; readonly key: number };

/** Numbers are taken modulo what there is. */
export type Step =
  | (Named & { readonly does: 'ask'; readonly content: number; readonly atOnce: number })
  /** Two different requests under one key, several times at once. */
  | (Named & { readonly does: 'contend'; readonly content: number })
  | { readonly does: 'pass'; readonly ms: number }
  | { readonly does: 'sweep' };

/**
 * The model: what a key was used for, and since when. The first request under a key makes something; the same request
 * is answered with that; another request is refused and makes nothing; a key that is older than its lifetime is free.
 */
type Used = {
  readonly door: DoorName;
  readonly content: number;
  readonly reply: string;
  /** The clock of tests moves where somebody waits: it was used between these moments. */
  readonly from: Date;
  readonly to: Date;
};

type Shop = {
  readonly doors: Readonly<Record<DoorName, Door>>;
  readonly used: Map<string, Used>;
  /** Keys for which a door has something prepared. */
  readonly prepared: Set<string>;
};

/** Throws where what happens is not what the model says. */
export async function live(
  place: Place,
  names: readonly DoorName[],
  steps: readonly Step[],
): Promise<void> {
  const opened = [await openShop(place), await openShop(place)];
  const shops: Shop[] = opened.map(({ doors }) => ({
    doors,
    used: new Map(),
    prepared: new Set(),
  }));
  try {
    for (const [i, step] of steps.entries()) {
      await take(place, shops, names, step).catch((error: Error) => {
        throw new Error(`step ${i + 1} (${JSON.stringify(step)}): ${error.message}`);
      });
    }
  } finally {
    for (const { close } of opened) close();
  }
}

async function take(
  { fixture }: Place,
  shops: readonly Shop[],
  names: readonly DoorName[],
  step: Step,
): Promise<void> {
  const { clock, db } = fixture;
  switch (step.does) {
    case 'pass':
      return clock.pass(step.ms);
    case 'sweep':
      await deleteExpiredKeys(db, clock.now());
      return await deleteOldRequests(db, clock.now());
    case 'ask':
    case 'contend': {
      const shop = shops[step.shop % shops.length]!;
      const name = names[step.door % names.length]!;
      const door = shop.doors[name];
      const content = step.content % door.contents;
      const asking = { shops, shop, name, door, clock, key: `key ${step.key}` };
      if (step.does === 'contend') return await contend(asking, step.content);
      if (content !== door.comesToNothing) return await ask(asking, content, step.atOnce);
      // So far apart that the circuit breaker stays closed. One at a time: the key is free for the next.
      clock.pass(minuteMs);
      return await ask(asking, content, 1);
    }
  }
}

type Asking = {
  readonly shops: readonly Shop[];
  readonly shop: Shop;
  readonly name: DoorName;
  readonly door: Door;
  readonly key: string;
  readonly clock: Clock;
};

async function ask(asking: Asking, content: number, copies: number): Promise<void> {
  const { door, name, key } = asking;
  const used = await usedFor(asking);
  const { replies, made, from, to } = await watch(asking, Array(copies).fill(content));
  const [first] = replies;
  assert.ok(first);
  const texts = new Set(replies.map(({ text }) => text));
  assert.equal(texts.size, 1, `copies are answered differently: ${[...texts].join(' and ')}`);
  if (!used) {
    assert.ok(!first.isReused, `${name}: a free key is refused: ${first.text}`);
    assert.equal(made, 1, `${name}: a first request makes one: ${first.text}`);
    if (content === door.comesToNothing) return;
    remember(asking, { door: name, content, reply: first.text, from, to });
    return;
  }
  assert.equal(made, 0, `${name}: ${key} is used, and something was made: ${first.text}`);
  if (used.door === name && used.content === content) {
    assert.equal(first.text, used.reply, `${name}: not the first answer`);
  } else {
    assert.ok(first.isReused, `${name}: ${key} was used for something else: ${first.text}`);
  }
}

/** One of the two requests has the key; which one is not said. */
async function contend(asking: Asking, drawn: number): Promise<void> {
  const { door, name } = asking;
  const contents = Array.from({ length: door.contents }, (_, i) => i);
  const lasting = contents.filter((one) => one !== door.comesToNothing);
  const one = lasting[drawn % lasting.length]!;
  const other = lasting[(drawn + 1) % lasting.length]!;
  const used = await usedFor(asking);
  const sent = [one, other, one, other];
  const { replies, made, from, to } = await watch(asking, sent);
  assert.equal(made, used ? 0 : 1, `${name}: what contends for a key makes ${made}`);
  const winners = sent.filter((_, i) => !replies[i]!.isReused);
  const answers = replies.flatMap(({ text, isReused }) => (isReused ? [] : [text]));
  assert.ok(new Set(winners).size <= 1, `${name}: both requests have the key: ${answers}`);
  assert.ok(new Set(answers).size <= 1, `${name}: copies are answered differently: ${answers}`);
  const [content] = winners;
  const [reply] = answers;
  if (used) {
    const isSame = used.door === name && sent.includes(used.content);
    assert.deepEqual(
      [content, reply],
      isSame ? [used.content, used.reply] : [undefined, undefined],
    );
    return;
  }
  assert.ok(content !== undefined && reply !== undefined, `${name}: nobody has the key`);
  assert.equal(winners.length, 2, `${name}: a copy of the first request is refused`);
  remember(asking, { door: name, content, reply, from, to });
}

/** What this key was used for, if it is not free; with everything prepared for a request under it. */
async function usedFor({ shop, name, door, key, clock }: Asking): Promise<Used | undefined> {
  const found = shop.used.get(`${door.group} ${key}`);
  const oldest = oldestKey(clock.now());
  const isOld = found !== undefined && found.from < oldest;
  // The key may live for a moment more, which the model does not know: wait for that.
  if (isOld && found.to >= oldest) clock.pass(found.to.getTime() - oldest.getTime() + 1);
  const used = isOld ? undefined : found;
  const preparation = `${name} ${key}`;
  if (!used || !shop.prepared.has(preparation)) {
    await door.prepare?.(key);
    shop.prepared.add(preparation);
  }
  return used;
}

function remember({ shop, door, key }: Asking, used: Used): void {
  shop.used.set(`${door.group} ${key}`, used);
}

/** Sends all of it at once. Nothing may be made at any other door. */
async function watch({ shops, door, key, clock }: Asking, contents: readonly number[]) {
  const others = shops.flatMap(({ doors }) => Object.values(doors)).filter((one) => one !== door);
  const countAll = async () => await Promise.all(others.map(({ count }) => count()));
  const [before, around] = [await door.count(), await countAll()];
  const from = clock.now();
  const replies: Reply[] = await Promise.all(contents.map((content) => door.ask(key, content)));
  const to = clock.now();
  assert.deepEqual(await countAll(), around, 'something was made elsewhere');
  return { replies, made: (await door.count()) - before, from, to };
}
