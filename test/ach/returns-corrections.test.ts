import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { correctionRule, correctionRules } from '../../src/ach/correction-codes.ts';
import { individualIdOf } from '../../src/ach/entry.ts';
import { listFiles } from '../../src/ach/files/file-store.ts';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { rejectFile } from '../../src/ach/files/reject-file.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { bankOf } from './returns-bank.ts';
import { openAchShop } from './returns-fixture.ts';

const codes = correctionRules.map(({ code }) => code);
/** What the simulated bank tells, and what we debited before. */
const corrected = { routingNumber: '021000089', accountKind: 'savings' } as const;
const before = { routingNumber: '021000021', accountKind: 'checking' } as const;

const shop = await openAchShop({ after });
const bank = bankOf(shop);
const paid = new Map<string, { payment: bigint; token: string }>();
for (const code of codes) {
  const payment = await shop.pay(simulatedNumber('correct', code), { CreateToken: true });
  paid.set(code, { payment, token: (await shop.payment(payment)).token! });
}
await shop.until('2030-01-18 09:00');
const byToken = { AccountNumber: undefined, RoutingNumber: undefined };
const next = new Map<string, bigint>();
for (const [code, { token }] of paid) {
  next.set(code, await shop.pay('', { ...byToken, ACHToken: token }));
}
await shop.until('2030-01-18 20:00');
const events = await shop.events('token.corrected');
const cases = await shop.cases();
const sent = await bank.sent();

for (const code of codes) {
  test(`${code} changes what it corrects and nothing else, and the next entry carries it`, async () => {
    const { columns, action } = correctionRule(code);
    const { payment, token } = paid.get(code)!;
    const [entry] = await shop.entries(payment);
    assert.equal(entry?.state, 'available');
    assert.equal(entry?.correction_code, code);

    const old = simulatedNumber('correct', code);
    const isCorrected = action === 'correct_token';
    const number = isCorrected && columns.accountNumber ? `1${old.slice(1)}` : old;
    const routingNumber =
      isCorrected && columns.routingNumber ? corrected.routingNumber : before.routingNumber;
    const accountKind =
      isCorrected && columns.accountKind ? corrected.accountKind : before.accountKind;
    const now = await shop.token(token);
    assert.equal(now.state, 'active');
    assert.deepEqual([now.routing_number, now.account_kind], [routingNumber, accountKind]);
    assert.equal(now.last4, number.slice(-4));
    const { vault } = shop.world;
    assert.ok(vault.sameFingerprint(now.fingerprint, new Secret(number), routingNumber));

    const [following] = await shop.entries(next.get(code)!);
    const id = individualIdOf({ businessId: shop.businessId, id: following!.id });
    const filed = sent.find(({ entry: one }) => one.individualId === id)!.entry;
    assert.equal(filed.accountNumber, number);
    assert.equal(filed.routingNumber, routingNumber);
    assert.equal(filed.transactionCode, accountKind === 'savings' ? 37 : 27);

    const told = events.filter(({ data }) => data.token === token);
    assert.equal(told.length, isCorrected ? 1 : 0);
    const asked = cases.filter(({ object_id }) => object_id === entry?.id);
    assert.equal(asked.length, action === 'ask_person' ? 1 : 0);
  });
}

test('what a bank corrected stands in the audit log', async () => {
  const rows = await shop.fixture.db.query<{ object: string; actor: string }>(
    `select object, actor from audit_trail where business_id = $1 and act = 'token.corrected'`,
    [shop.businessId],
  );
  const expected = codes.filter((code) => correctionRule(code).action === 'correct_token');
  assert.deepEqual(
    rows.map(({ object }) => object).sort(),
    expected.map((code) => `token:${paid.get(code)!.token}`).sort(),
  );
  assert.ok(rows.every(({ actor }) => actor === 'system'));
});

test('that a number was opened to be corrected stands in the audit log', async () => {
  const rows = await shop.fixture.db.query<{ object: string }>(
    `select object from audit_trail where business_id = $1 and act = 'number.opened'
       and object like 'token:%'`,
    [shop.businessId],
  );
  const expected = codes.filter((code) => correctionRule(code).action === 'correct_token');
  for (const code of expected) {
    assert.ok(
      rows.some(({ object }) => object === `token:${paid.get(code)!.token}`),
      code,
    );
  }
});

test('what does not stand in its columns is for a person, and changes nothing', async (t) => {
  const own = await openAchShop(t);
  const id = await own.pay(simulatedNumber('correct_unreadably', 'C03'), { CreateToken: true });
  const { token } = await own.payment(id);
  const then = await own.token(token!);
  await own.until('2030-01-18 09:00');
  assert.deepEqual(await own.token(token!), then);
  const [openCase] = await own.cases();
  assert.deepEqual(openCase?.evidence.why, ['what the bank corrects cannot be read']);
  assert.ok(
    !JSON.stringify(openCase.evidence).includes(simulatedNumber('correct_unreadably', 'C03')),
  );
});

test('an account without a token is corrected for what may still go to it', async (t) => {
  const own = await openAchShop(t);
  const its = bankOf(own);
  const id = await own.pay('1234567', { OrderNumber: 'A-1' });
  await own.until('2030-01-17 09:00');
  const data = '021000089   7654321';
  await its.post(
    'a.ach',
    await its.answer([[id, { kind: 'notice', code: 'C03', correctedData: data }]]),
  );
  await its.post('b.ach', await its.answer([[id, 'R01']]));
  await readInboxes(own.world, own.businessId);
  await own.until('2030-01-23 20:00');
  const [first, second] = (await its.sent()).map(({ entry }) => entry);
  assert.deepEqual([first?.routingNumber, first?.accountNumber], ['021000021', '1234567']);
  assert.deepEqual([second?.routingNumber, second?.accountNumber], ['021000089', '7654321']);
  assert.deepEqual(await own.cases(), []);
});

test('two entries to one account are corrected by two notices, and it is told once', async (t) => {
  const own = await openAchShop(t);
  const number = simulatedNumber('correct', 'C01');
  const one = await own.pay(number, { CreateToken: true });
  const { token } = await own.payment(one);
  const two = await own.pay('', { ...byToken, ACHToken: token });
  await own.until('2030-01-18 09:00');
  assert.equal((await own.events('token.corrected')).length, 1);
  for (const id of [one, two]) assert.equal((await own.entries(id))[0]!.correction_code, 'C01');
});

test('a refund goes to the corrected account', async (t) => {
  const own = await openAchShop(t);
  const its = bankOf(own);
  const id = await own.pay(simulatedNumber('correct', 'C07'), {
    CreateToken: true,
    OrderNumber: 'A-1',
  });
  await own.until('2030-01-18 09:00');
  await own.refund('A-1', '10.00');
  await own.until('2030-01-18 20:00');
  const credit = (await its.sent()).at(-1)!.entry;
  assert.equal(credit.amountCents, 1000n);
  assert.equal(credit.accountNumber, '19300007');
  assert.equal(credit.routingNumber, '021000089');
  assert.equal(credit.transactionCode, 32);
  assert.equal((await own.payment(id)).refunded_cents, 1000n);
  const [sent, refund] = await own.entries(id);
  assert.deepEqual([sent?.routing_number, sent?.last4], ['021000021', '0007'], 'as it was sent');
  assert.deepEqual([refund?.routing_number, refund?.last4], ['021000089', '0007']);
  assert.equal(sent?.account_kind, 'checking');
});

test('a refund of a payment without a token goes to the corrected account', async (t) => {
  const own = await openAchShop(t);
  const its = bankOf(own);
  const id = await own.pay('1234567', { OrderNumber: 'A-1' });
  await own.until('2030-01-17 09:00');
  const notice = { kind: 'notice', code: 'C03', correctedData: '021000089   7654321' } as const;
  await its.post('a.ach', await its.answer([[id, notice]]));
  await readInboxes(own.world, own.businessId);
  await own.until('2030-01-23 09:00');
  await own.refund('A-1', '10.00');
  const [sent, refund] = await own.entries(id);
  assert.deepEqual([sent?.routing_number, sent?.last4], ['021000021', '4567']);
  assert.deepEqual([refund?.routing_number, refund?.last4], ['021000089', '4321']);
  await own.until('2030-01-23 20:00');
  const credit = (await its.sent()).at(-1)!.entry;
  assert.deepEqual([credit.accountNumber, credit.routingNumber], ['7654321', '021000089']);
  assert.deepEqual(await own.findings(), []);
});

test('a notice that the bank corrects and sends again counts, and whatever is read twice does not', async (t) => {
  const own = await openAchShop(t);
  const its = bankOf(own);
  const id = await own.pay('1234567', { CreateToken: true });
  const { token } = await own.payment(id);
  await own.until('2030-01-17 09:00');
  let files = 0;
  const tell = async (code: string, correctedData: string) => {
    files += 1;
    const text = await its.answer([[id, { kind: 'notice', code, correctedData }]]);
    // Of the bytes of a file that was read already nothing is booked: here each file is another one.
    await its.post(`${files}.ach`, `${text.slice(0, 33)}${files}${text.slice(34)}`);
    await readInboxes(own.world, own.businessId);
    return await own.token(token!);
  };
  assert.equal((await tell('C01', 'X7654321')).last4, '4567');
  assert.equal((await tell('C01', '7654321')).last4, '4321');
  assert.equal((await tell('C01', '7659999')).last4, '9999');
  assert.equal((await tell('C02', '021000089')).routing_number, '021000089');
  for (const late of ['7654321', '7659999', 'X7654321']) {
    assert.equal((await tell('C01', late)).last4, '9999');
  }
  assert.equal((await own.events('token.corrected')).length, 3);
  const [openCase, ...more] = await own.cases();
  assert.deepEqual(openCase?.evidence.why, ['what the bank corrects cannot be read']);
  assert.deepEqual(more, []);
  assert.deepEqual(await own.findings(), []);
});

test('an account is not corrected while a file to it is half sent, and what is sent again is', async (t) => {
  const own = await openAchShop(t);
  const its = bankOf(own);
  const { db } = own.fixture;
  const id = await own.pay('1234567', { CreateToken: true });
  const { token } = await own.payment(id);
  await own.until('2030-01-15 20:00');
  const notice = { kind: 'notice', code: 'C03', correctedData: '021000089   7654321' } as const;
  await its.post('a.ach', await its.answer([[id, notice]]));
  const setFile = async (state: string) =>
    await db.query('update ach_files set state = $2 where business_id = $1 and direction = $3', [
      own.businessId,
      state,
      'out',
    ]);
  await setFile('written');
  await readInboxes(own.world, own.businessId);
  assert.equal((await own.token(token!)).last4, '4567');
  await setFile('delivered');
  await readInboxes(own.world, own.businessId);
  assert.equal((await own.token(token!)).last4, '4321');
  assert.equal((await own.entries(id))[0]!.last4, '4567');

  const [file] = (await listFiles(db, own.businessId, 9)).filter((one) => one.direction === 'out');
  await rejectFile(own.world, file!, { actor: 'operator:ann', reason: 'it was lost' });
  await own.until('2030-01-16 20:00');
  const again = (await its.sent()).at(-1)!.entry;
  assert.deepEqual([again.accountNumber, again.routingNumber], ['7654321', '021000089']);
  assert.equal((await own.entries(id))[0]!.last4, '4321');
});

test('the reconciliation finds nothing wrong with what was corrected', async () => {
  assert.deepEqual(await shop.findings(), []);
});
