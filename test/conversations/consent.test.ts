import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consentWordOf, consentWords } from '../../src/notify/conversations/consent.ts';
import { listen, openDesk, otherPhone, phone, type Shop } from './desk.ts';

const dayMs = 24 * 3_600_000;

test('whoever writes STOP hears that it was heard, and then nothing, for days, until START', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await shop.text({ body: 'Before' });
  await desk.work();
  await shop.hears('Stop!');
  await desk.work();
  assert.equal(await shop.consent(), 'opted_out');
  assert.deepEqual(await bodies(shop), [
    'Before',
    'Test: You will get no more texts from us. Reply START to get them again.',
  ]);
  for (let days = 0; days < 5; days += 1) {
    desk.fixture.clock.pass(dayMs);
    for (const kind of ['chat', 'pay_link', 'receipt', 'notice'] as const) {
      const queued = await shop.text({ kind });
      assert.deepEqual([queued.state, queued.errorCode], ['blocked', 'opted_out']);
    }
    await shop.hears('STOP');
    await shop.hears('Hello?');
    await desk.work();
  }
  assert.equal((await shop.inbox()).length, 2, 'and no second confirmation');
  await shop.hears('start');
  await desk.work();
  assert.equal(await shop.consent(), 'opted_in');
  await shop.text({ body: 'After' });
  await desk.work();
  assert.deepEqual((await bodies(shop)).slice(2), [
    'Test: You will get texts from us again. Reply HELP for help, STOP to end them.',
    'After',
  ]);
  assert.deepEqual(await moves(shop), [
    [1, 'opted_out', 'payer', 'wrote Stop!'],
    [2, 'opted_in', 'payer', 'wrote start'],
  ]);
});

test('a text that waits when somebody writes STOP is not sent, and is when they changed their mind in time', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  const at = desk.world.now().getTime();
  await shop.text({ body: 'tomorrow', notBefore: new Date(at + dayMs) });
  await shop.text({ body: 'in three days', notBefore: new Date(at + 3 * dayMs) });
  await shop.hears('unsubscribe');
  desk.fixture.clock.setTo(new Date(at + 2 * dayMs));
  await desk.work();
  await shop.hears('yes');
  await desk.workToTheEnd();
  const sent = await bodies(shop);
  assert.ok(!sent.includes('tomorrow'));
  assert.ok(sent.includes('in three days'));
  const [row] = await shop.messages();
  assert.deepEqual([row?.state, row?.error_code], ['blocked', 'opted_out']);
});

test('consent belongs to a pair of numbers: another phone and another business hear on', async (t) => {
  const desk = await openDesk(t);
  const [shop, other] = [await desk.shop(), await desk.shop()];
  for (const one of [shop, other]) await one.text();
  await shop.hears('STOP');
  assert.equal((await shop.text()).state, 'blocked');
  assert.equal((await shop.text({ phone: otherPhone })).state, 'queued');
  assert.equal((await other.text()).state, 'queued');
  assert.equal(await other.consent(), 'none');
});

test('HELP is answered with a name and a phone, also to those who opted out', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop({ name: 'Bits & <b>Pieces</b>' });
  await shop.text();
  await desk.fixture.db.query(
    `update business_profiles set details = '{"BusinessPhone":"2025550143"}' where business_id = $1`,
    [shop.id],
  );
  await shop.hears('STOP');
  await shop.hears('Help');
  await shop.hears('info');
  await desk.work();
  const help =
    'Bits & <b>Pieces</b>: For help call (202) 555-0143. Reply STOP to get no more texts. ' +
    'Message and data rates may apply.';
  assert.deepEqual((await bodies(shop)).slice(-2), [help, help]);
  assert.equal(await shop.consent(), 'opted_out');
});

test('YES is talk unless somebody has opted out', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await shop.text();
  await shop.hears('Yes');
  assert.equal(await shop.consent(), 'none');
  await shop.hears('END');
  await shop.hears('YES');
  assert.equal(await shop.consent(), 'opted_in');
});

test('one who is not to be contacted gets no confirmation either', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await shop.text();
  await desk.work();
  await shop.customer('do_not_contact');
  await shop.hears('STOP');
  await desk.work();
  assert.equal((await shop.inbox()).length, 1);
  assert.equal(await shop.consent(), 'opted_out');
});

test('two copies of one STOP at once are one text, one move and one confirmation', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await shop.text();
  await listen(desk, shop);
  const kept = await Promise.all(
    Array.from({ length: 8 }, () => shop.hears('STOP', { carrierId: 'SM1' })),
  );
  assert.equal(new Set(kept.map(({ id }) => id)).size, 1);
  assert.equal(kept.filter(({ isNew }) => isNew).length, 1);
  assert.deepEqual((await moves(shop)).length, 1);
  const rows = await shop.messages();
  assert.equal(rows.filter(({ direction }) => direction === 'in').length, 1);
  assert.equal(rows.filter(({ kind }) => kind === 'answer').length, 1);
  assert.equal((await shop.announced()).length, 2, 'the text and its answer');
});

test('eight different texts of one phone at once, STOP and START in turn, leave one consent and its ledger', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await shop.text();
  const words = ['STOP', 'START', 'QUIT', 'UNSTOP', 'END', 'START', 'CANCEL', 'START'];
  await Promise.all(words.map((word) => shop.hears(word)));
  const all = await moves(shop);
  assert.deepEqual(
    all.map(([n]) => n),
    all.map((_, i) => i + 1),
  );
  assert.equal(await shop.consent(), all.at(-1)?.[1]);
  for (const [i, [, consent]] of all.entries()) assert.notEqual(consent, all[i - 1]?.[1]);
});

test('an inbound text is told with whom it is from', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await shop.text();
  await listen(desk, shop);
  const customerId = await shop.customer('active');
  await shop.hears('How much?', { mediaCount: 2 });
  assert.deepEqual(await shop.announced(), [
    {
      customerId: String(customerId),
      externalId: `crm-${customerId}`,
      direction: 'in',
      from: phone,
      to: await shop.ownNumber(),
      text: 'How much?',
      mediaCount: 2,
    },
  ]);
});

test('a stranger who writes is kept, and no customer is made of them', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await shop.text();
  const kept = await shop.hears('Hi', { from: otherPhone });
  assert.ok(kept.isNew);
  assert.equal((await desk.fixture.db.query('select 1 from customers')).length, 0);
});

test('what is written to a number of nobody, or by no number, is not kept', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await shop.text();
  assert.equal(await shop.hears('Hi', { to: '9995550100' }), undefined);
  assert.equal(await shop.hears('Hi', { from: '72345' }), undefined);
  assert.equal((await shop.messages()).length, 1);
});

test('an answer comes from the number that was written to', async (t) => {
  const desk = await openDesk(t);
  const shop = await desk.shop();
  await shop.text();
  const former = '2125550999';
  await desk.fixture.db.query('insert into mobile_numbers (number, business_id) values ($1, $2)', [
    former,
    shop.id,
  ]);
  await shop.hears('STOP', { to: former });
  await desk.work();
  assert.deepEqual(
    (await shop.inbox()).map(({ sender }) => sender),
    [await shop.ownNumber(), former],
  );
  assert.equal((await shop.text()).state, 'queued', 'consent belongs to the pair');
});

test('words count in any case and between any signs, and in no sentence', () => {
  for (const [meaning, words] of Object.entries(consentWords)) {
    for (const word of words) {
      for (const text of [word, word.toLowerCase(), ` ${word}. `, `"${word}"!`, `${word} 🙏\n`]) {
        assert.equal(consentWordOf(text), meaning, text);
      }
    }
  }
  for (const text of ['Stop all', 'opt-out', 'S.T.O.P', 'ＳＴＯＰ']) {
    assert.equal(consentWordOf(text), 'stop', text);
  }
  const talk = ['', '!', 'please stop by', 'the end', 'cancel 1', 'yes please', 'x'.repeat(5000)];
  for (const text of talk) assert.equal(consentWordOf(text), undefined, text);
});

async function bodies(shop: Shop): Promise<string[]> {
  return (await shop.inbox()).map(({ body }) => body);
}

async function moves(shop: Shop): Promise<[number, string, string, string][]> {
  const rows = await shop.moves();
  return rows.map(({ n, consent, actor, reason }) => [n, consent, actor, reason]);
}
