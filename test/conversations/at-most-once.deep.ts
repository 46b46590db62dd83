import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sendTexts } from '../../src/notify/conversations/send-texts.ts';
import type { Database } from '../../src/runtime/sql.ts';
import type { World } from '../../src/world.ts';
import { everyLife } from '../crash-world.ts';
import { everyMeeting } from '../pause.ts';
import { type Desk, openDesk, type Shop } from './desk.ts';

const campaign = { name: 'conversations/at-most-once' };

test('whoever sends may die at every statement, commit and call: no text arrives twice, and no end is a lie', async (t) => {
  const desk = await openDesk(t);
  const seen = new Map<string, number>();
  const lives = await liveAndDie(
    desk,
    (world) => world,
    (ends) => {
      for (const end of ends) seen.set(end, (seen.get(end) ?? 0) + 1);
    },
  );
  assert.ok(lives > 2, `only ${lives} lives`);
  assert.ok(seen.get('delivered, arrived'), 'most are delivered');
  assert.ok(seen.get('outcome_unknown, arrived'), 'one death is right behind the call');
  assert.ok(seen.get('outcome_unknown, lost'), 'one is right before it');
});

test('a build that sends before it writes that down does not pass', async (t) => {
  const desk = await openDesk(t);
  const forgetful = (world: World): World => ({ ...world, db: withoutMarks(world.db) });
  await assert.rejects(
    liveAndDie(desk, forgetful, () => {}),
    /twice/,
  );
});

test('two who look for texts at the same moment take different ones', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  for (let i = 0; i < 50; i += 1) await shop.text();
  await workAtOnce(desk);
  assert.deepEqual(new Set(await judge(shop)), new Set(['delivered, arrived']));
});

test('two who meet at whatever moment send each text once', async (t) => {
  await meetings(await openDesk(t), (db) => db);
});

test('a build that looks for texts without leasing them does not pass', async (t) => {
  const desk = await openDesk(t);
  // A text that the other one is sending looks like that of a dead process, if it is looked at just then.
  await assert.rejects(meetings(desk, withoutLeases), /outcome_unknown, arrived/);
});

async function meetings(desk: Desk, sabotage: (db: Database) => Database): Promise<void> {
  const { db, open } = desk.fixture;
  await everyMeeting(campaign, {
    db,
    bothStand: true,
    async open(pause) {
      const world = await open(pause);
      return { ...world, db: sabotage(world.db) };
    },
    async before() {
      const shop = await desk.shop();
      for (let i = 0; i < 2; i += 1) await shop.text();
      return shop;
    },
    one: desk.work,
    other: desk.work,
    async judge(shop) {
      assert.deepEqual(await judge(shop), ['delivered, arrived', 'delivered, arrived']);
    },
  });
}

/** Two workers who have both looked before either of them goes on. */
async function workAtOnce(desk: Desk): Promise<void> {
  const bothLooked = Promise.withResolvers<void>();
  let looks = 0;
  let lastLook: Promise<unknown> = Promise.resolve();
  const seeing = (sql: Database): Database => ({
    ...sql,
    async query<Row>(text: string, values?: readonly unknown[]) {
      if (!text.includes('skip locked')) return await sql.query<Row>(text, values);
      // One after the other: while a look itself is under way its rows are locked in any build.
      const look = lastLook.then(() => sql.query<Row>(text, values));
      lastLook = look;
      const rows = await look;
      looks += 1;
      if (looks === 2) bothLooked.resolve();
      await bothLooked.promise;
      return rows;
    },
  });
  const workers = await Promise.all([desk.fixture.open(), desk.fixture.open()]);
  await Promise.all(workers.map((world) => desk.work({ ...world, db: seeing(world.db) })));
}

/** Whoever looks finds the texts that another one has just found. */
function withoutLeases(db: Database): Database {
  const lease = /update messages m set due_at = \$3, epoch = m\.epoch \+ 1/;
  return {
    ...db,
    query: (text, values) =>
      db.query(text.replace(lease, 'update messages m set due_at = least(m.due_at, $3)'), values),
  };
}

/** One life after the other, each a moment longer; another process does the rest each time. Returns how many. */
async function liveAndDie(
  desk: Desk,
  sabotage: (world: World) => World,
  note: (ends: readonly string[]) => void,
): Promise<number> {
  const { lives } = await everyLife(campaign, {
    open: async (span) => sabotage(await desk.fixture.open(span)),
    async before() {
      const shop = await desk.shop();
      for (let i = 0; i < 2; i += 1) await shop.text({ eventId: desk.world.uuid() });
      return shop;
    },
    act: (dying) => sendTexts(dying),
    others: () => desk.workToTheEnd(),
    async judge(shop, _, hasDied) {
      const ends = await judge(shop);
      // An error of a text is logged, and ends nothing.
      if (!hasDied) assert.deepEqual(ends, ['delivered, arrived', 'delivered, arrived']);
      note(ends);
    },
  });
  return lives;
}

async function judge(shop: Shop): Promise<string[]> {
  const arrived = (await shop.inbox()).map(({ reference }) => reference);
  assert.equal(new Set(arrived).size, arrived.length, 'a text arrived twice');
  return (await shop.messages()).map(({ id, state, error_code, due_at }) => {
    const hasArrived = arrived.includes(`${shop.id}/${id}`);
    assert.equal(due_at, null);
    if (state === 'delivered') assert.ok(hasArrived, 'delivered, and nothing arrived');
    else assert.equal(error_code, 'outcome_unknown');
    return `${error_code ?? state}, ${hasArrived ? 'arrived' : 'lost'}`;
  });
}

/** Everything but what says that texts are being sent. */
function withoutMarks(db: Database): Database {
  const mark =
    /^with moved as \(\s*update messages m set state = r\.state[\s\S]* carrier = coalesce/;
  return {
    ...db,
    begin: async (work) =>
      await db.begin((tx) =>
        work({
          query: async (text, values) => (mark.test(text) ? [] : await tx.query(text, values)),
        }),
      ),
  };
}
