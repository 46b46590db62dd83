import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { bindings, callBy, resultText, type Sent } from '../asmx/bindings.ts';
import { client, type Fields, openDoor } from '../caller.ts';
import { type Caller, makeFixture } from '../fixture.ts';
import { merchantFields } from '../onboarding/fields.ts';
import { atEnd } from '../scope.ts';
import { tableTexts } from '../tables.ts';

/** Where the number of a card or account is written into another field than its own. */
const fixture = await makeFixture({ after });
const door = await openDoor(await fixture.open());
atEnd({ after }, door.close);

const pan = '4111111111111111';
/** The same first six and last four digits, and the check digit is right. */
const guess = '4111110000091111';
const account = '83471926553';
const payer = {
  FirstName: 'Ann',
  LastName: 'Lee',
  Address1: '1 Main Street',
  City: 'Albany',
  StateCode: 'NY',
  PostalCode: '12207',
  CountryCode: 'US',
  Email: 'ann@example.com',
  MobilePhone: '2125550100',
};
const card = { CCNumber: pan, ExpirationMonth: '12', ExpirationYear: '39', CVV: '123' };
const bank = { AccountNumber: account, RoutingNumber: '021000021' };

const gaps = ['.', '  ', '\u00a0', '/', '_', ', ', ' – ', '\u2011', '\u200b', ' - '];
const grouped = (digits: string, gap: string) => digits.match(/\d{1,4}/g)!.join(gap);

test('a number in free text of the same request is masked, however it is written', async () => {
  const shop = await fixture.addBusiness();
  const forms = [...gaps, '\t', '\n', ''].map((gap) => grouped(pan, gap));
  const maestro = '676770000005';
  for (const [number, texts] of [
    [pan, [...forms, [...pan].map((digit) => fullWidth(digit)).join('')]],
    [maestro, [maestro, grouped(maestro, '.')]],
  ] as const) {
    for (const Description of texts) {
      const paid = { ...payer, ...card, CCNumber: number, Amount: '1.00', Description };
      await call(shop, 'CreatePayment', paid);
      const line = Description.replace(/[\t\n]/g, ' ');
      await call(shop, 'CreateToken', { ...payer, ...card, CCNumber: number, Address2: line });
    }
  }
  for (const gap of [...gaps, '']) {
    const texts = { FirstName: grouped(account, gap), AccountName: `A ${grouped(account, gap)}` };
    const paid = { ...payer, ...bank, ...texts, Amount: '1.00', Description: texts.FirstName };
    await call(shop, 'CreatePayment', {
      ...paid,
      PostalCode: account,
      StatementDescriptor: account,
    });
  }
  const { TokenResult: token } = await call(shop, 'CreateToken', { ...payer, ...card });
  for (const gap of gaps.slice(0, -1)) {
    await updateToken(shop, { CardToken: token!, CardNumber: pan, Address1: grouped(pan, gap) });
  }
  await nowhere([pan, maestro, account]);
});

test('an e-mail address with a number of the same request in it is refused', async () => {
  const shop = await fixture.addBusiness();
  const paid = { ...payer, ...bank, Amount: '1.00' };
  const Email = `a${account}@example.com`;
  assert.deepEqual(await faultsOf(shop, 'CreatePayment', { ...paid, Email }), ['Email']);
  // A phone is needed as it is, and a member's number may be that of the account.
  const known = { MobilePhone: '9347192655', AccountNumber: '9347192655' };
  await call(shop, 'CreatePayment', { ...paid, ...known, CustomerExternalID: '9347192655' });
});

test('four digits of an account number mask no year', async () => {
  const shop = await fixture.addBusiness();
  const short = { ...bank, AccountNumber: '2026' };
  await call(shop, 'CreatePayment', { ...payer, ...short, Amount: '1.00', Description: 'In 2026' });
  const [said] = await fixture.db.query(
    `select details ->> 'description' as said from invoices where business_id = $1`,
    [shop.business.id],
  );
  assert.deepEqual(said, { said: 'In 2026' });
});

test('no answer tells whether a guess is the number behind a token', async () => {
  const shop = await fixture.addBusiness();
  const { TokenResult: CardToken } = await call(shop, 'CreateToken', { ...payer, ...card });
  const token = CardToken!;
  const answers = async (number: string) => {
    const key = { 'Idempotency-Key': number };
    const paid = { ...payer, CardToken: token, Amount: '1.00', OrderNumber: 'paid' };
    const fields = ['ExternalID', 'InvoiceExternalID', 'CustomerExternalID'];
    const payments = fields.map((field) =>
      faultsOf(shop, 'CreatePayment', { ...paid, [field]: `1-${number}` }),
    );
    return [await updateToken(shop, { CardToken: token }, key), ...(await Promise.all(payments))];
  };
  const right = await answers(pan);
  assert.equal(right[0], 'Idempotency-Key must not contain the card or account number.');
  assert.deepEqual(await answers(guess), right);
  assert.deepEqual(await answers(`99${pan}`), right);
});

test('digits of another script hide no number from what is kept to the letter', async () => {
  const shop = await fixture.addBusiness();
  const OrderNumber = [...pan].map(fullWidth).join('');
  const paid = { ...payer, ...card, Amount: '1.00', OrderNumber };
  assert.deepEqual(await faultsOf(shop, 'CreatePayment', paid), ['OrderNumber']);
});

test('an order number that is nobody’s card is taken with a token', async () => {
  const shop = await fixture.addBusiness();
  const { TokenResult: CardToken } = await call(shop, 'CreateToken', { ...payer, ...card });
  for (const OrderNumber of ['4242424242424242', '4111110000081111']) {
    await call(shop, 'CreatePayment', { ...payer, CardToken, Amount: '1.00', OrderNumber });
  }
});

test('a card number is no e-mail address, whoever it belongs to', async () => {
  const shop = await fixture.addBusiness();
  const { TokenResult: CardToken } = await call(shop, 'CreateToken', { ...payer, ...card });
  const Email = '4242424242424242@example.com';
  const paid = { ...payer, CardToken, Amount: '1.00', Email };
  assert.deepEqual(await faultsOf(shop, 'CreatePayment', paid), ['Email']);
  const sent = { ...credentialsOf(shop), ExternalID: 'x', Email };
  assert.match(await said(shop, 'UpdateCustomer', sent), /^Email must not contain a card number/);
});

test('an address of Service.asmx with a card number in it is not told again', async () => {
  const answer = await fetch(`${door.baseUrl}/Service.asmx/4242.4242.4242.4242`);
  assert.doesNotMatch(await answer.text(), /4242\.4242\.4242/);
});

test('what a mask would spoil is refused with a number of the applicant in it', async () => {
  const shop = await fixture.addBusiness();
  const { SSN } = merchantFields;
  const sent = {
    ...merchantFields,
    Email: `a${SSN}@example.com`,
    Phone: `${SSN}1`,
    URL: `https://example.com/${SSN}`,
    PaymentsWebhookURL: `https://example.com/?o=${SSN}`,
    PaymentWebhookUsername: `me ${SSN}`,
    PaymentWebhookPassword: 'secret',
  };
  assert.deepEqual(await faultsOf(shop, 'CreateNewMerchantAccount', sent), [
    'Email',
    'Phone',
    'URL',
    'PaymentsWebhookURL',
    'PaymentWebhookUsername',
  ]);
  const PaymentWebhookUsername = '4242424242424242';
  const withCard = {
    ...merchantFields,
    PaymentsWebhookURL: 'https://example.com/',
    PaymentWebhookUsername,
    PaymentWebhookPassword: 'secret',
  };
  assert.deepEqual(await faultsOf(shop, 'CreateNewMerchantAccount', withCard), [
    'PaymentWebhookUsername',
  ]);
});

test('a password of digits may stand elsewhere, and a birthday in an address', async () => {
  const shop = await fixture.addBusiness();
  const { Phone } = merchantFields;
  await call(shop, 'CreateNewMerchantAccount', {
    ...merchantFields,
    DateOfBirth: '02-09-1980',
    Email: 'ann02091980@example.com',
    URL: 'example.com/02-09-1980',
    PaymentsWebhookURL: 'https://example.com/',
    PaymentWebhookUsername: 'me',
    PaymentWebhookPassword: Phone,
  });
  const [kept] = await fixture.db.query(
    `select details ->> 'URL' as url from applications order by business_id desc limit 1`,
  );
  assert.deepEqual(kept, { url: 'example.com/02-09-1980' });
});

function fullWidth(digit: string): string {
  return String.fromCodePoint(0xff10 + Number(digit));
}

type Data = { readonly TokenResult?: string };

async function call(shop: Caller, operation: string, fields: Fields): Promise<Data> {
  const { status, body } = await ask(shop, operation, fields);
  assert.equal(status, 200, body);
  return JSON.parse(body).Data;
}

/** The fields that are refused for a number in them. */
async function faultsOf(shop: Caller, operation: string, fields: Fields): Promise<string[]> {
  const { Errors = [] } = JSON.parse((await ask(shop, operation, fields)).body);
  return Errors.map(({ Field, Code }: Record<string, string>) => {
    assert.match(Code!, /^contains_(card|secret)_number$/);
    return Field;
  });
}

async function ask(shop: Caller, operation: string, fields: Fields) {
  const { call: send, close } = client(door.baseUrl, shop);
  const answer = await send(operation, fields);
  close();
  return answer;
}

function credentialsOf({ apiKey, username }: Caller): Sent {
  return { Token: apiKey, Username: username };
}

async function updateToken(shop: Caller, changes: Sent, headers: Sent = {}): Promise<string> {
  const sent = { ...credentialsOf(shop), ...changes };
  return await said(shop, 'AcquirerATokenUpdate', sent, headers);
}

async function said(_: Caller, name: string, sent: Sent, headers: Sent = {}): Promise<string> {
  const { body } = await callBy(bindings[0], door.baseUrl, name, sent, headers);
  return JSON.parse(resultText(bindings[0], name, body)!).Message;
}

/** Neither as it is, nor with anything between its digits. */
async function nowhere(numbers: readonly string[]): Promise<void> {
  for await (const { table, row } of tableTexts(fixture.db)) {
    const digits = row.normalize('NFKC').replaceAll(/\\[nt]/g, ' ');
    for (const number of numbers) {
      const written = new RegExp([...number].join('[^\\p{L}\\p{N}]{0,3}'), 'u');
      assert.doesNotMatch(digits, written, `${number} in ${table}`);
    }
  }
}
