import { strict as assert } from 'node:assert';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Secret } from '../../../src/kernel/secret.ts';
import { checkAnswer, checkInquiry } from '../../../src/ports/processors/answer-check.ts';
import type { Processor } from '../../../src/ports/processors/processor.ts';
import { openBank } from '../src/http/open-bank.ts';
import { fileBook } from '../src/processor/file-book.ts';
import { testCards } from '../src/processor/test-cards.ts';
import { bankAt, scratchFile, standingClock, testCard } from './bank.ts';
import { farBanks, processorAt, tellBank } from './far-bank.ts';
import { approved, chargeRequest, followUp } from './subject.ts';

const good = '4242424242424242';
const openFarBank = farBanks();

test('both forms do the same with every card, and keep the same book byte for byte', async (t) => {
  const [nearPath, farPath] = [scratchFile(t), scratchFile(t)];
  const near = bankAt(fileBook(nearPath), standingClock());
  const url = await openFarBank(farPath);
  const [patient, impatient] = [processorAt(url), processorAt(url, 300)];

  const nearOutcomes = await story(() => near);
  const lost = nearOutcomes.flatMap(([, outcome], i) => (outcome === 'unknown' ? [i] : []));
  // Where the one heard nothing, the other need not wait for long.
  const farOutcomes = await story((i) => (lost.includes(i) ? impatient : patient));
  for (const [i, [what, outcome]] of nearOutcomes.entries()) {
    // Behind a socket nobody can know that nothing was sent.
    const expected = outcome === 'not_sent' ? 'unknown' : outcome;
    assert.deepEqual(farOutcomes[i], [what, expected]);
  }
  assert.ok(lost.length > 10);
  assert.equal(readFileSync(farPath, 'utf8'), readFileSync(nearPath, 'utf8'));
});

test('the gateway and its passkey are told to a far bank too, and its book names the one alone', async (t) => {
  const [nearPath, farPath] = [scratchFile(t), scratchFile(t)];
  const near = bankAt(fileBook(nearPath), standingClock());
  const far = processorAt(await openFarBank(farPath));
  for (const bank of [near, far]) {
    const outcomes: string[] = [];
    for (const [reference, word] of [
      ['a1', 'between us'],
      ['a2', 'Unknown-Passkey'],
      ['a3', undefined],
    ] as const) {
      const passkey = word === undefined ? undefined : new Secret(word);
      const gateway = { id: 'acme {"gw"}', passkey };
      const { outcome } = await bank.charge({ ...chargeRequest(reference, good), gateway });
      outcomes.push(outcome);
    }
    assert.deepEqual(outcomes, ['approved', 'rejected', 'approved']);
  }
  const book = readFileSync(farPath, 'utf8');
  assert.equal(book, readFileSync(nearPath, 'utf8'));
  const told = book.match(/"gateway":"[^"]*","passkey":\w+/g);
  const gateway = '"gateway":"acme%20%7B%22gw%22%7D"';
  assert.deepEqual(told, [`${gateway},"passkey":true`, `${gateway},"passkey":false`]);
  assert.ok(!book.includes('between us'));
});

test('whose clock it goes by is told to a far bank too', async (t) => {
  const far = processorAt(await openFarBank(scratchFile(t)));
  const outcomes: string[] = [];
  for (const [reference, simulatedAt] of [
    ['a1', undefined],
    ['a2', new Date('2039-12-31T00:00:00Z')],
    ['a3', new Date('2040-01-02T00:00:00Z')],
  ] as const) {
    const answer = await far.charge(chargeRequest(reference, good, { simulatedAt }));
    outcomes.push(answer.outcome === 'declined' ? answer.code : answer.outcome);
  }
  assert.deepEqual(outcomes, ['approved', 'approved', 'expired_card']);
});

test('a mixed-up answer from afar is caught', async (t) => {
  const far = processorAt(await openFarBank(scratchFile(t)));
  for (const does of ['wrong_amount_answer', 'wrong_reference_answer'] as const) {
    const request = chargeRequest(does.slice(0, 20), testCard(does));
    const answer = await far.charge(request);
    assert.equal(answer.outcome, 'approved');
    assert.equal(checkAnswer(request, answer).outcome, 'unknown');
  }
});

test('of many at once nobody is told what is meant for another, also when answers come twice', async (t) => {
  const far = processorAt(await openFarBank(scratchFile(t)));
  await Promise.all(
    Array.from({ length: 200 }, async (_, i) => {
      const request = chargeRequest(`a${i}`, i % 3 ? good : testCard('duplicate_answer'));
      const { reference } = request;
      // A second copy may come as the answer to the next request on its connection: that counts as none.
      const told = checkAnswer(request, await far.charge(request));
      assert.ok(told.outcome === 'approved' || told.outcome === 'unknown', told.outcome);
      const found = checkInquiry(request, await far.inquire(reference));
      if (found.outcome !== 'unknown') assert.equal(found.outcome, 'approved');
    }),
  );
});

test('a far bank does with a reference what it is told, and with no other', async (t) => {
  const far = processorAt(await openFarBank(scratchFile(t)));
  await far.obey({ reference: 'a1', isBatch: false, does: 'insufficient_funds' });
  await far.obey({ reference: 'b2', isBatch: true, does: 'mismatch' });
  const charged = [];
  for (const reference of ['a0', 'a1']) {
    charged.push((await far.charge(chargeRequest(reference, good))).outcome);
  }
  assert.deepEqual(charged, ['approved', 'declined']);
  const counts = [];
  for (const reference of ['b1', 'b2']) {
    const closed = await far.closeBatch({ reference, items: [{ reference: 'a0', cents: 1000n }] });
    counts.push('count' in closed && closed.count);
  }
  assert.deepEqual(counts, [1, 0]);
});

test('by its door the bank is told what to do', async (t) => {
  const url = await openFarBank(scratchFile(t));
  const far = processorAt(url);
  await tellBank(url, { reference: 'a1', does: 'insufficient_funds' });
  await tellBank(url, { next: 1, does: 'garbage_answer', batch: 'mismatch' });
  assert.equal((await far.charge(chargeRequest('a1', good))).outcome, 'declined');
  assert.equal((await far.charge(chargeRequest('a2', good))).outcome, 'unknown');
  const batch = { reference: 'b1', items: [{ reference: 'a2', cents: 1000n }] };
  const closed = await far.closeBatch(batch);
  assert.deepEqual('count' in closed && [closed.count, closed.cents], [0, 0n]);

  const known = {
    code: 'C-9',
    firstName: 'Eve',
    lastName: 'Day',
    email: 'e@example.com',
    phone: '',
  };
  const address = { address1: '', address2: '', city: '', stateCode: '', postalCode: '' };
  const customer = { ...known, ...address, countryCode: 'US' };
  await tellBank(url, { customer });
  assert.deepEqual(await far.findCustomer('C-9'), { outcome: 'found', ...customer });

  await tellBank(url, { outage: { seconds: 86_400 } });
  assert.equal((await far.charge(chargeRequest('a3', good))).outcome, 'unknown');
  await tellBank(url, { passSeconds: 86_400 });
  assert.deepEqual(await far.inquire('a3'), { outcome: 'not_found' });
});

test('a bank that refuses connections for a while is not asked in vain afterwards', async (t) => {
  const refusing = Promise.withResolvers<void>();
  const bank = await openBank({
    host: '127.0.0.1',
    port: 0,
    bookFile: scratchFile(t),
    seed: 1,
    callTimeoutMs: 100,
    lateWindowSeconds: 4,
    answerDelayMs: 0,
    now: standingClock().now,
    sleep: () => refusing.promise,
  });
  t.after(bank.close);
  const far = processorAt(bank.address);
  await approved(far, 'a1', good);
  await tellBank(bank.address, { refuse: { seconds: 1 } });
  await far.inquire('a1'); // What was kept alive is found dead.
  let answer = await far.charge(chargeRequest('a2', good));
  assert.equal(answer.outcome, 'not_sent');
  refusing.resolve();
  while (answer.outcome === 'not_sent') answer = await far.charge(chargeRequest('a2', good));
  assert.equal(answer.outcome, 'approved');
});

test('what is not a request is refused, and nothing is done', async (t) => {
  const path = scratchFile(t);
  const url = await openFarBank(path);
  const json = { 'content-type': 'application/json' };
  const reference = '{"reference":"a1"}';
  for (const [where, init, status] of [
    ['/cancel', { method: 'GET' }, 404],
    ['/nothing', { method: 'POST', headers: json, body: reference }, 404],
    ['/constructor', { method: 'POST', headers: json, body: reference }, 404],
    ['/cancel', { method: 'POST', body: reference }, 404],
    ['/cancel', { method: 'POST', headers: json, body: '{"reference":1}' }, 400],
    ['/cancel', { method: 'POST', headers: json, body: '{"reference"' }, 400],
    ['/cancel', { method: 'POST', headers: json, body: 'null' }, 400],
    ['/script', { method: 'POST', headers: json, body: '{}' }, 400],
    ['/script', { method: 'POST', headers: json, body: '{"next":1,"does":"toString"}' }, 400],
    ['/script', { method: 'POST', headers: json, body: '{"outage":"yes"}' }, 400],
    ['/script', { method: 'POST', body: '{"outage":true}' }, 404],
    ['/charge', { method: 'POST', headers: json, body: ' '.repeat(5_000_000) }, 413],
  ] as const) {
    const answer = await fetch(url + where, init);
    assert.equal(answer.status, status, `${where} ${init.method}`);
  }
  assert.equal(readFileSync(path, 'utf8'), '');
});

/** Every card charged, repeated, asked about, followed up in all ways, and everything put into a batch. */
async function story(
  bank: (step: number) => Processor,
): Promise<[what: string, outcome: string][]> {
  const told: [string, string][] = [];
  const items: { reference: string; cents: bigint }[] = [];
  for (const [i, { number, does }] of testCards.entries()) {
    // Of so many cards that only approve, a few will do; and real seconds are not spent here.
    if ((does === 'approve' && i % 9 > 0) || does.startsWith('slow')) continue;
    for (const capture of [true, false]) {
      const reference = `a${i}-${capture}`;
      const request = { ...chargeRequest(reference, number), capture, allowPartial: capture };
      await take(`${does} ${reference}`, (one) => one.charge(request));
      await take(`${does} again`, (one) => one.charge(request));
      const found = await take(`${does} inquired`, (one) => one.inquire(reference));
      items.push({ reference, cents: 1000n });
      if (found.outcome !== 'approved') break;
      for (const kind of ['refund', 'capture', 'void'] as const) {
        const own = `${kind[0]}${i}-${capture}`;
        await take(`${does}: ${own}`, (one) => one.followUp(followUp(kind, own, found)));
        await take(`${does}: ${own} inquired`, (one) => one.inquire(own));
      }
      if (i % 5 === 0) await take(`${does} canceled`, (one) => one.cancel!(reference));
    }
  }
  const batch = await take('batch', (one) => one.closeBatch!({ reference: 'b1', items }));
  told.push(['count', 'count' in batch ? `${batch.count} ${batch.cents}` : 'none']);
  return told;

  async function take<A extends { outcome: string }>(
    what: string,
    ask: (one: Processor) => Promise<A>,
  ): Promise<A> {
    const answer = await ask(bank(told.length));
    told.push([what, answer.outcome]);
    return answer;
  }
}
