import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { cancelTexts } from '../../src/notify/conversations/message-moves.ts';
import { prepareTexts, queueTexts } from '../../src/notify/conversations/queue-texts.ts';
import { pageAddress } from '../../src/parties/businesses/page-address.ts';
import { keyProvider } from '../../src/ports/vault/key-provider.ts';
import { rotate } from '../../src/ports/vault/rotate.ts';
import { keyText } from '../fixture.ts';
import { tableTexts } from '../tables.ts';
import { type Desk, listen, openDesk, otherPhone, phone } from './desk.ts';

test('a business of the sandbox texts from a number of its own, which it gets when it first does', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const queued = await shop.text({ body: 'Hello' });
  assert.equal(queued.state, 'queued');
  await desk.work();
  const [arrived, ...more] = await shop.inbox();
  assert.deepEqual(more, []);
  assert.equal(arrived?.recipient, phone);
  assert.equal(arrived?.sender, await shop.ownNumber());
  assert.equal(arrived?.body, 'Hello');
  const [row] = await shop.messages();
  assert.deepEqual(
    [row?.state, row?.due_at, row?.carrier, row?.error_code],
    ['delivered', null, 'sandbox', null],
  );
  await shop.text();
  await desk.work();
  assert.deepEqual(new Set((await shop.inbox()).map(({ sender }) => sender)).size, 1);
});

test('ten that text at once for the first time do so from one number', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const phones = Array.from({ length: 10 }, (_, i) => `212555030${i}`);
  await Promise.all(phones.map((one) => shop.text({ phone: one })));
  await desk.work();
  const arrived = await shop.inbox();
  assert.equal(arrived.length, 10);
  assert.deepEqual([...new Set(arrived.map(({ sender }) => sender))], [await shop.ownNumber()]);
  const numbers = await desk.fixture.db.query(
    'select number from mobile_numbers where business_id = $1',
    [shop.id],
  );
  assert.equal(numbers.length, 1);
});

test('what happened is told once, whoever asks how often', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const eventId = desk.world.uuid();
  const draft = { eventId, kind: 'receipt' as const };
  const answers = await Promise.all([shop.text(draft), shop.text(draft), shop.text(draft)]);
  assert.equal(new Set(answers.map(({ id }) => id)).size, 1);
  const [first, second] = await shop.queue([draft, draft]);
  assert.deepEqual([first?.id, second?.id], [answers[0]?.id, answers[0]?.id]);
  await desk.work();
  assert.equal((await shop.inbox()).length, 1);
  const again = await shop.text(draft);
  assert.deepEqual([again.id, again.state], [answers[0]?.id, 'delivered']);
});

test('an Idempotency-Key belongs to one text for thirty days', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const idempotencyKey = { key: 'k', content: new Secret('one') };
  const first = await shop.text({ idempotencyKey });
  assert.equal((await shop.text({ idempotencyKey })).id, first.id);
  await assert.rejects(
    shop.text({ idempotencyKey: { key: 'k', content: new Secret('other') } }),
    (error: Error & { code?: string }) => error.code === 'idempotency_key_reused',
  );
  desk.fixture.clock.pass(31 * 24 * 3_600_000);
  assert.notEqual((await shop.text({ idempotencyKey })).id, first.id);
});

test('a retry is the same request as before when the key of fingerprints was changed in between', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const idempotencyKey = { key: 'k', content: new Secret('one') };
  const first = await shop.text({ idempotencyKey });
  const before = desk.world.vault.fingerprint(idempotencyKey.content);
  await changeFingerprintKey(desk);
  assert.notDeepEqual(desk.world.vault.fingerprint(idempotencyKey.content), before);
  assert.equal((await shop.text({ idempotencyKey })).id, first.id);
  await assert.rejects(
    shop.text({ idempotencyKey: { key: 'k', content: new Secret('other') } }),
    (error: Error & { code?: string }) => error.code === 'idempotency_key_reused',
  );
});

test('hundreds are queued by as many statements as one', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  let statements = 0;
  const counting = await desk.fixture.open({
    atStatement() {
      statements += 1;
    },
  });
  const drafts = Array.from({ length: 300 }, (_, i) => ({
    eventId: desk.world.uuid(),
    phone: `212${String(2_000_000 + i)}`,
  }));
  await shop.queue(drafts.slice(0, 1), counting);
  statements = 0;
  const queued = await shop.queue(drafts, counting);
  assert.equal(queued.length, 300);
  assert.equal(new Set(queued.map(({ id }) => id)).size, 300);
  // Each is counted before and after; blocks of ids come on top.
  assert.ok(statements <= 30, `${statements} moments`);
});

const blocked = [
  ['a landline', { phone: '2125550110' }, 'landline'],
  ['a toll-free number', { phone: '8005550100' }, 'tollfree'],
  ['a toll-free number of the sandbox', { phone: '2125550130' }, 'tollfree'],
  ['a premium number', { phone: '2125550140' }, 'premium'],
  ['no whole number', { phone: '555' }, 'not_textable'],
  ['no number', { phone: '' }, 'not_textable'],
  ['what no phone has', { phone: '1115550100' }, 'not_textable'],
] as const;

for (const [name, draft, errorCode] of blocked) {
  test(`${name} is sent no text`, async (t) => {
    const desk = await openDesk(t);
    const shop = await desk.shop();
    await listen(desk, shop);
    const queued = await shop.text(draft);
    assert.deepEqual([queued.state, queued.errorCode], ['blocked', errorCode]);
    await desk.work();
    assert.deepEqual(await shop.inbox(), []);
    const [row] = await shop.messages();
    assert.deepEqual([row?.state, row?.error_code, row?.due_at], ['blocked', errorCode, null]);
    assert.deepEqual(await shop.announced(), []);
  });
}

test('a number that was looked up and takes no texts is sent none, as long as that is fresh', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const looked = { phone: '2122345678' };
  await desk.fixture.db.query(
    `insert into phone_lookups (number, type, source, looked_up_at) values ($1, 'landline', 'test', $2)`,
    [looked.phone, desk.world.now()],
  );
  assert.equal((await shop.text(looked)).errorCode, 'landline');
  desk.fixture.clock.pass(200 * 24 * 3_600_000);
  assert.equal((await shop.text(looked)).state, 'queued');
});

test('a live business without a number sends nothing, and that is kept', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop({ environment: 'live' });
  const queued = await shop.text({ phone: '2122345678' });
  assert.deepEqual([queued.state, queued.errorCode], ['blocked', 'no_number']);
  assert.deepEqual(await shop.states(), ['blocked']);
});

test('nothing is sent to a phone when one of those who share it wants to hear nothing', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const friendly = await shop.customer('active');
  await shop.customer('do_not_contact');
  await shop.customer('do_not_contact', '2125550101');
  for (const kind of ['chat', 'receipt', 'pay_link', 'notice', 'answer'] as const) {
    const queued = await shop.text({ kind, customerId: friendly });
    assert.deepEqual([queued.state, queued.errorCode], ['blocked', 'do_not_contact'], kind);
  }
  assert.equal((await shop.text({ phone: '2125550102' })).state, 'queued');
  const elsewhere = await shop.customer('do_not_contact', '2125550103');
  const moved = await shop.text({ phone: '2125550104', customerId: elsewhere });
  assert.equal(moved.errorCode, 'do_not_contact');
});

test('who is not to be contacted from now on is sent nothing that waits', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const customerId = await shop.customer('active');
  await shop.text({ customerId });
  await desk.fixture.db.query(
    `update customers set status = 'do_not_contact' where business_id = $1`,
    [shop.id],
  );
  await desk.work();
  assert.deepEqual(await shop.states(), ['blocked']);
  assert.deepEqual(await shop.inbox(), []);
});

test('a pay link stands in the text that arrives and nowhere else', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await listen(desk, shop);
  const linkId = 77n;
  await shop.text({ kind: 'pay_link', linkId, body: 'Pay at [PBTLINK] or [PBTLINK], $& please' });
  await desk.work();
  const address = pageAddress(desk.world, {
    businessId: shop.id,
    kind: 'pay_link',
    objectId: linkId,
  });
  const [arrived] = await shop.inbox();
  assert.equal(arrived?.body, `Pay at ${address} or ${address}, $& please`);
  const secret = address.slice(address.lastIndexOf('/') + 1);
  for await (const { table, row } of tableTexts(desk.fixture.db)) {
    if (table !== 'sandbox_inbox') assert.ok(!row.includes(secret), `${table}: ${row}`);
  }
  assert.ok(!desk.fixture.logged.join('').includes(secret));
  assert.deepEqual(
    (await shop.announced()).map(({ text }) => text),
    ['Pay at [PBTLINK] or [PBTLINK], $& please'],
  );
});

test('a text that waits can be taken back, by its link or by itself; what was sent stays', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const sent = await shop.text({ linkId: 5n });
  await desk.work();
  const later = new Date(desk.world.now().getTime() + 60_000);
  const ofLink = await shop.text({ linkId: 5n, notBefore: later });
  const byItself = await shop.text();
  const other = await shop.text({ linkId: 6n, notBefore: later });
  assert.equal(ofLink.state, 'scheduled');
  const at = desk.world.now();
  const key = { businessId: shop.id, at };
  assert.equal(await cancelTexts(desk.world, desk.world.db, { ...key, linkId: 5n }), 1);
  assert.equal(await cancelTexts(desk.world, desk.world.db, { ...key, id: byItself.id }), 1);
  assert.equal(await cancelTexts(desk.world, desk.world.db, { ...key, id: sent.id }), 0);
  await desk.workToTheEnd();
  const states = new Map((await shop.messages()).map(({ id, state }) => [id, state]));
  assert.deepEqual(
    [sent, ofLink, byItself, other].map(({ id }) => states.get(id)),
    ['delivered', 'canceled', 'canceled', 'delivered'],
  );
});

test('a new message is told to whoever wants to hear of messages, with its customer', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await shop.text({ body: 'unheard' });
  assert.deepEqual(await shop.announced(), []);
  await listen(desk, shop);
  const customerId = await shop.customer('active', otherPhone);
  await shop.text({ phone: otherPhone, customerId, body: 'heard' });
  assert.deepEqual(await shop.announced(), [
    {
      customerId: String(customerId),
      externalId: `crm-${customerId}`,
      direction: 'out',
      from: await shop.ownNumber(),
      to: otherPhone,
      text: 'heard',
    },
  ]);
});

test('the transaction that asks decides: what it does not commit was never a text', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const types = await prepareTexts(desk.world, shop.id, [phone]);
  const asked = desk.world.db.begin(async (tx) => {
    const draft = { businessId: shop.id, kind: 'chat', phone, body: 'Hello' } as const;
    await queueTexts(desk.world, tx, [draft], types);
    throw new Error('thought better of it');
  });
  await assert.rejects(asked, /thought better/);
  await desk.work();
  assert.deepEqual(await shop.messages(), []);
});

/** A rotation from its beginning to its end, of which the world has heard. */
async function changeFingerprintKey({ world }: Desk): Promise<void> {
  const { db: sql, randomBytes, now } = world;
  const vault = { sql, randomBytes, now };
  const kept = { file: '', text: keyText, dataFolder: '', live: false };
  const provider = keyProvider({ ...kept, randomBytes, now, say() {} });
  const report = await rotate({ ...vault, provider, fingerprinted: [], graceMs: 0 }, 'fingerprint');
  assert.ok(report.finished);
  await world.vault.refresh();
}
