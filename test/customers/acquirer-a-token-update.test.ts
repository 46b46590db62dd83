import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { tokenFingerprints } from '../../src/payments/tokens/fingerprints.ts';
import { numberField } from '../../src/payments/tokens/token.ts';
import type { Processor } from '../../src/ports/processors/processor.ts';
import { bindings } from '../asmx/bindings.ts';
import { bankFields, cardFields, openDoor } from '../caller.ts';
import type { Caller } from '../fixture.ts';
import { openCounter } from './counter.ts';

const { fixture, ask, json, newCustomer } = await openCounter({ after });
const world = await fixture.open();
const name = 'AcquirerATokenUpdate';
const master = '5555555555554444';

test('another card lies behind the same token afterwards, in every binding', async () => {
  for (const binding of bindings) {
    const { shop, id, token } = await enter();
    const sent = { CardToken: token, CardNumber: master, ExpirationDate: '0635' };
    assert.deepEqual(await ask(shop, name, sent, { binding }), {
      IsSuccess: true,
      Message: 'Token updated.',
      Data: { TokenStatus: true, TokenResult: token },
      OrderNumber: null,
      SMSID: null,
    });
    const { CardType, LastFour, ExpirationDate, CardToken, Name } = await shown(shop, id);
    assert.deepEqual(
      [CardType, LastFour, ExpirationDate, CardToken, Name],
      ['mastercard', '4444', '0635', token, 'Ada Park'],
    );
    await checkVault(shop, token, master);
  }
});

test('a number without a date keeps the date, and a date without a number keeps the number', async () => {
  const { shop, id, token } = await enter();
  await ask(shop, name, { CardToken: token, CardNumber: master });
  assert.equal((await shown(shop, id)).ExpirationDate, '1239');
  await ask(shop, name, { CardToken: token, ExpirationDate: '01/31', CardNumber: '  ' });
  const { ExpirationDate, LastFour } = await shown(shop, id);
  assert.deepEqual([ExpirationDate, LastFour], ['0131', '4444']);
  await checkVault(shop, token, master);
});

test('address and postal code change alone, and blanks change nothing', async () => {
  const { shop, token } = await enter();
  const before = await rowOf(shop, token);
  await ask(shop, name, { CardToken: token });
  assert.deepEqual(await rowOf(shop, token), before);
  await ask(shop, name, { CardToken: token, Address1: '9 Elm Street' });
  await ask(shop, name, { CardToken: token, PostalCode: '90210' });
  const changed = { address: '9 Elm Street', postal_code: '90210' };
  assert.deepEqual(await rowOf(shop, token), { ...before, ...changed });
  await checkVault(shop, token, cardFields.CCNumber);
});

test('a first or last name alone keeps the other', async () => {
  const { shop, token } = await enter({ FirstName: 'Mary Ann', LastName: 'van Dyke' });
  const holder = async () => (await rowOf(shop, token)).holder;
  await ask(shop, name, { CardToken: token, FirstName: 'Rose' });
  assert.equal(await holder(), 'Rose van Dyke');
  // The customer is still called otherwise, so that only the last blank tells.
  await ask(shop, name, { CardToken: token, LastName: 'Lee' });
  assert.equal(await holder(), 'Rose van Lee');
  await ask(shop, name, { CardToken: token, FirstName: 'Ada', LastName: 'Park' });
  assert.equal(await holder(), 'Ada Park');
});

test('the longest names fit', async () => {
  const long = (letter: string) => `${letter.repeat(49)} ${letter.repeat(50)}`;
  const { shop, token } = await enter({ FirstName: long('a'), LastName: long('b') });
  await ask(shop, name, { CardToken: token, FirstName: long('c'), LastName: long('d') });
  const { IsSuccess } = await ask(shop, name, { CardToken: token, LastName: '😀'.repeat(100) });
  assert.equal(IsSuccess, true);
  const { holder } = await rowOf(shop, token);
  assert.ok([...String(holder)].length <= 201);
  assert.ok(String(holder).endsWith('😀'));
});

test('what is paid by the token goes to the new card', async () => {
  const { shop, token } = await enter();
  await ask(shop, name, { CardToken: token, CardNumber: '4000000000000002' });
  const { IsSuccess } = await pay(shop, token, 'order 1');
  assert.equal(IsSuccess, false, 'the new card declines');
  await ask(shop, name, { CardToken: token, CardNumber: master });
  assert.equal((await pay(shop, token, 'order 1')).IsSuccess, true);
});

test('an order paid by the token keeps its first answer when the card is another one', async () => {
  const { shop, token } = await enter();
  const first = await pay(shop, token, 'order 1');
  await ask(shop, name, { CardToken: token, CardNumber: master });
  assert.deepEqual(await pay(shop, token, 'order 1'), first);
  const byCard = await json(shop, 'CreatePayment', {
    ...cardFields,
    Amount: '12.50',
    OrderNumber: 'order 1',
  });
  assert.equal(byCard.Data.InvoiceID, first.Data.InvoiceID);
});

test('a payment that is under way goes on with the old number', async (t) => {
  const { shop, token } = await enter();
  const { bank } = fixture;
  const asked: string[] = [];
  const charge: Processor['charge'] = async (request) => {
    await ask(shop, name, { CardToken: token, CardNumber: master });
    asked.push(request.card.number!.reveal());
    return await bank.charge(request);
  };
  const processors = new Map([[bank.name, { ...bank, charge }]]);
  const door = await openDoor({ ...(await fixture.open()), processors });
  t.after(door.close);
  const paid = await pay(shop, token, 'order 1', door.baseUrl);
  assert.equal(paid.IsSuccess, true);
  assert.deepEqual(asked, [cardFields.CCNumber]);
  assert.deepEqual(await pay(shop, token, 'order 1'), paid);
  const rows = await fixture.db.query('select last4 from payments where business_id = $1', [
    shop.business.id,
  ]);
  assert.deepEqual(rows, [{ last4: '4242' }]);
});

test('a bank token, the token of another business and nobody’s are told in the same words', async () => {
  const { shop, id } = await enter();
  const bank = await json(shop, 'CreateToken', { ...bankFields, IndividualID: id });
  const other = await enter();
  for (const CardToken of [
    bank.Data.TokenResult,
    other.token,
    `card_${'Z'.repeat(24)}`,
    'anything',
  ]) {
    const { IsSuccess, Errors, Message } = await ask(shop, name, { CardToken, CardNumber: master });
    assert.equal(IsSuccess, false);
    assert.deepEqual(Errors, [{ Field: 'CardToken', Code: 'unknown', Message }]);
    assert.equal(Message, 'CardToken is not a token of this business.');
  }
  await checkVault(other.shop, other.token, cardFields.CCNumber);
});

test('tokens that are not there are counted', async () => {
  const shop = await fixture.addBusiness({ limited: true });
  const messages = [];
  for (let i = 0; i < 21; i += 1) {
    messages.push((await ask(shop, name, { CardToken: `card_${i}` })).Message);
  }
  assert.match(messages.at(-1)!, /too many attempts with wrong tokens or numbers/);
});

test('a token that is disabled is refused and stays as it is', async () => {
  const { shop, token } = await enter();
  await fixture.db.query(`update tokens set state = 'disabled' where token = $1`, [token]);
  const before = await rowOf(shop, token);
  const { IsSuccess, Message } = await ask(shop, name, { CardToken: token, CardNumber: master });
  assert.equal(IsSuccess, false);
  assert.match(Message, /can no longer be used/);
  assert.deepEqual(await rowOf(shop, token), before);
  await checkVault(shop, token, cardFields.CCNumber);
});

test('a number that is no card and a date that has passed are refused together', async () => {
  const { shop, token } = await enter();
  const sent = { CardToken: token, CardNumber: '4242424242424241', ExpirationDate: '0120' };
  const { Errors } = await ask(shop, name, sent);
  assert.deepEqual(Errors?.map(({ Field }) => Field).sort(), ['CardNumber', 'ExpirationDate']);
});

test('no number, old or new, is an Idempotency-Key', async () => {
  const { shop, token } = await enter();
  for (const key of [master, cardFields.CCNumber]) {
    const headers = { 'Idempotency-Key': key };
    const sent = { CardToken: token, CardNumber: master };
    const { IsSuccess, Message } = await ask(shop, name, sent, { headers });
    assert.equal(IsSuccess, false);
    assert.match(Message, /Idempotency-Key must not contain/);
  }
  await checkVault(shop, token, cardFields.CCNumber);
});

test('under one Idempotency-Key a card is replaced once, and repeated it undoes no later one', async () => {
  const { shop, token } = await enter();
  const headers = { 'Idempotency-Key': 'key 1' };
  const sent = { CardToken: token, CardNumber: master };
  const first = await ask(shop, name, sent, { headers });
  await ask(shop, name, { CardToken: token, CardNumber: cardFields.CCNumber });
  assert.deepEqual(await ask(shop, name, sent, { headers }), first);
  await checkVault(shop, token, cardFields.CCNumber);
  const other = await ask(shop, name, { ...sent, CardNumber: '378282246310005' }, { headers });
  assert.equal(other.Message, 'This Idempotency-Key was used before for another request.');
});

test('who replaced a number is in the book of acts, and nothing else is', async () => {
  const { shop, token } = await enter();
  await ask(shop, name, { CardToken: token, CardNumber: master });
  await ask(shop, name, { CardToken: token, CardNumber: master });
  await ask(shop, name, { CardToken: token, ExpirationDate: '0635' });
  const acts = await fixture.db.query(
    'select actor, act, object, facts from audit_trail where business_id = $1',
    [shop.business.id],
  );
  assert.deepEqual(acts, [
    {
      actor: `api:${shop.username}/0`,
      act: 'token.number_replaced',
      object: `token:${token}`,
      facts: { lastFour: '4444', lastFourBefore: '4242' },
    },
  ]);
});

test('an event says what changed, and no digit of a card', async () => {
  const { shop, id, token } = await enter();
  await ask(shop, name, { CardToken: token, CardNumber: master });
  const rows = await fixture.db.query<{ data: unknown; untold: string }>(
    `select data, untold::text from events where business_id = $1 and kind = 'token.updated'`,
    [shop.business.id],
  );
  const fields = ['fingerprint', 'last4', 'brand', 'first6'];
  const [{ data, untold } = { data: undefined, untold: '' }] = rows;
  assert.equal(untold, '{subscription}');
  assert.deepEqual(data, { customerId: id, token, fields });
});

test('of fifty replacements at once one holds, whole', async () => {
  const { shop, token } = await enter();
  const numbers = [master, cardFields.CCNumber, '378282246310005', '6011111111111117'];
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      ask(shop, name, { CardToken: token, CardNumber: numbers[i % numbers.length]! }),
    ),
  );
  assert.ok(answers.every(({ IsSuccess }) => IsSuccess));
  const { last4 } = await rowOf(shop, token);
  const number = numbers.find((one) => one.endsWith(String(last4)));
  await checkVault(shop, token, number!);
});

test('a rotation of fingerprints that read the old number does not cover the new one', async () => {
  const { shop, token } = await enter();
  const page = { version: 255, after: undefined, limit: 10_000 };
  const listed = await tokenFingerprints.list(fixture.db, page);
  const [row] = listed.filter(({ owner }) => owner === token);
  await ask(shop, name, { CardToken: token, CardNumber: master });
  const next = world.vault.fingerprint(new Secret(cardFields.CCNumber));
  assert.equal(await tokenFingerprints.replace(fixture.db, [{ ...row!, next }]), 0);
  await checkVault(shop, token, master);
});

async function enter(changes = {}) {
  const shop = await fixture.addBusiness();
  return { shop, ...(await newCustomer(shop, changes)) };
}

async function pay(shop: Caller, CardToken: string, OrderNumber: string, baseUrl?: string) {
  const sent = { CardToken, OrderNumber, Amount: '12.50', ChargeType: 'Charge' };
  const receipts = { IsEmailReceipt: 'false', IsSMSReceipt: 'false' };
  const more = baseUrl === undefined ? {} : { baseUrl };
  return await ask(shop, 'ProcessTokenPaymentTest', { ...sent, ...receipts }, more);
}

async function shown(shop: Caller, IndividualID: string): Promise<Record<string, string>> {
  const { Data } = await ask(shop, 'GetCustomerInformation', { IndividualID });
  return Data.PaymentMethods[0];
}

async function rowOf({ business }: Caller, token: string): Promise<Record<string, unknown>> {
  const rows = await fixture.db.query<Record<string, unknown>>(
    'select * from tokens where business_id = $1 and token = $2',
    [business.id, token],
  );
  return rows[0]!;
}

/** Number, fingerprint and what is shown of it are those of one card. */
async function checkVault(shop: Caller, owner: string, number: string): Promise<void> {
  const name = { businessId: shop.business.id, owner, field: numberField.card };
  const kept = await world.vault.open(fixture.db, name);
  assert.equal(kept.reveal(), number);
  const { fingerprint, first6, last4 } = await rowOf(shop, owner);
  assert.ok(world.vault.sameFingerprint(fingerprint as Buffer, new Secret(number)));
  assert.deepEqual([first6, last4], [number.slice(0, 6), number.slice(-4)]);
}
