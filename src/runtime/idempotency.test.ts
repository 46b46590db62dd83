import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayMs } from '../kernel/duration.ts';
import { Refusal } from '../kernel/refusal.ts';
import { Secret } from '../kernel/secret.ts';
import { isKeyOld, oldestKey, once, onceUnseen, replayOf } from './idempotency.ts';

const keptAt = new Date('2030-01-15T15:00:00Z');

/** A store for one object, which records what was called. */
function shelf(makes: (string | undefined)[] = ['new'], found?: string) {
  const did: string[] = [];
  let stands = found;
  return {
    did,
    put(made: string) {
      stands = made;
    },
    async find() {
      did.push('find');
      return stands;
    },
    async make() {
      did.push('make');
      return makes.shift();
    },
  };
}

test('what was made before is found, and nothing is made', async () => {
  const looked = shelf(['new'], 'old');
  assert.equal(await once(looked), 'old');
  assert.deepEqual(looked.did, ['find']);
});

test('what was not made before is made: after a look, or without one where it is rare', async () => {
  const looked = shelf();
  assert.equal(await once(looked), 'new');
  assert.deepEqual(looked.did, ['find', 'make']);
  const unseen = shelf(['new'], 'old');
  assert.equal(await onceUnseen(unseen), 'new');
  assert.deepEqual(unseen.did, ['make']);
});

for (const [name, run] of Object.entries({ once, onceUnseen })) {
  test(`${name}: where another request was faster, what that made is found`, async () => {
    const looked = shelf();
    const make = async () => {
      looked.did.push('make');
      looked.put('of the other');
      return undefined;
    };
    assert.equal(await run({ find: looked.find, make }), 'of the other');
    assert.deepEqual(looked.did.slice(-2), ['make', 'find']);
  });

  test(`${name}: what was in the way and is gone is made at the next try`, async () => {
    assert.equal(await run(shelf([undefined, undefined, 'new'])), 'new');
  });

  test(`${name}: after five tries the caller is to come back`, async () => {
    const looked = shelf([]);
    // An equal request may have been carried out meanwhile.
    await assert.rejects(run(looked), { code: 'busy', message: /busy and nothing more was done/ });
    assert.deepEqual(looked.did.filter((did) => did === 'make').length, 5);
  });

  test(`${name}: a refusal ends it`, async () => {
    const looked = shelf([]);
    const make = async () => {
      looked.did.push('make');
      throw new Refusal('unknown_token');
    };
    await assert.rejects(run({ find: looked.find, make }), { code: 'unknown_token' });
    assert.deepEqual(looked.did.filter((did) => did === 'make').length, 1);
  });
}

/** Fingerprints that are the plain text. */
const vault = {
  fingerprint: (content: Secret) => Buffer.from(content.reveal()),
  sameFingerprint: (stored: Buffer, content: Secret) => stored.equals(vault.fingerprint(content)),
};

/** Repeats the request so many milliseconds after the first: what is replayed, and whether the key was forgotten. */
async function asked(afterMs: number, content: string, stored: string | undefined) {
  let isForgotten = false;
  const world = { now: () => new Date(keptAt.getTime() + afterMs), vault };
  const requestFingerprint = stored === undefined ? undefined : Buffer.from(stored);
  const remembered = { made: 'first', keptAt, requestFingerprint };
  const replay = await replayOf(world, new Secret(content), remembered, async () => {
    isForgotten = true;
  });
  return { replay, isForgotten };
}

test('the same request is answered with what the first made, to the last moment of the key', async () => {
  const replayed = { replay: 'first', isForgotten: false };
  assert.deepEqual(await asked(0, 'content', 'content'), replayed);
  assert.deepEqual(await asked(30 * dayMs, 'content', 'content'), replayed);
});

test('another request is refused, and so is each where it is not known what was asked for', async () => {
  for (const stored of ['other content', undefined]) {
    await assert.rejects(asked(0, 'content', stored), { code: 'idempotency_key_reused' });
    await assert.rejects(asked(30 * dayMs, 'content', stored), { code: 'idempotency_key_reused' });
  }
});

test('a key past its lifetime is forgotten, whatever it was used for', async () => {
  const free = { replay: undefined, isForgotten: true };
  for (const stored of ['content', 'other content', undefined]) {
    assert.deepEqual(await asked(30 * dayMs + 1, 'content', stored), free);
  }
});

test('a key that nobody used replays nothing, and nothing is forgotten', async () => {
  const forget = async () => assert.fail('something was forgotten');
  const world = { now: () => keptAt, vault };
  assert.equal(await replayOf(world, new Secret('content'), undefined, forget), undefined);
});

test('a key lives for thirty days', () => {
  const at = (ms: number) => ({ now: () => new Date(keptAt.getTime() + ms) });
  assert.equal(isKeyOld(at(30 * dayMs), keptAt), false);
  assert.equal(isKeyOld(at(30 * dayMs + 1), keptAt), true);
  assert.deepEqual(oldestKey(at(30 * dayMs).now()), keptAt);
});
