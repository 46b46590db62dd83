import { defaultOperations } from '../../src/api/operations/index.ts';
import { accountCanary, type Canary, cardCanary, publishedCanary } from './canaries.ts';
import { asmxDoors } from './canary-asmx-doors.ts';
import { onboardingDoors } from './canary-onboarding-doors.ts';
import { v1Doors } from './canary-v1-doors.ts';

/** One request that carries marked numbers, and what it must be answered: else it proves nothing. */
export type Door = {
  readonly name: string;
  readonly path: string;
  /** POST, when it is not said. */
  readonly method?: 'GET';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>> | string;
  readonly statuses: readonly number[];
};

/** Of American Express, and of the others. */
export type Cvvs = { readonly four: string; readonly three: string };

type Credentials = { readonly username: string; readonly apiKey: string };
type Fields = Readonly<Record<string, unknown>>;

const payment = '/api/Default/CreatePayment';
const token = '/api/Default/CreateToken';
const [done, refused] = [[200], [400]];

/** Every way in, with canaries of its own for each, so that a find says where it came from. */
export function canaryDoors(cvvs: Cvvs, { username, apiKey }: Credentials) {
  const canaries: Canary[] = [];
  let orders = 0;

  const keep = (canary: Canary) => {
    canaries.push(canary);
    return canary.digits;
  };
  const card = (label: string) => keep(cardCanary(label));
  const amex = (label: string) => keep(cardCanary(label, '378282', 15));
  const account = (label: string) => keep(accountCanary(label));

  const payer = (): Fields => {
    orders += 1;
    return {
      FirstName: 'Ann',
      LastName: 'Lee',
      Address1: '1 Main St',
      City: 'New York',
      StateCode: 'NY',
      PostalCode: '10001',
      CountryCode: 'US',
      Email: 'ann@example.com',
      MobilePhone: '2125550100',
      Amount: '12.50',
      OrderNumber: `door-${orders}`,
    };
  };
  const byCard = (number: string, more: Fields = {}): Fields => ({
    ...payer(),
    CCNumber: number,
    ExpirationMonth: '12',
    ExpirationYear: '39',
    CVV: cvvs.three,
    ...more,
  });
  const byAmex = (label: string, more: Fields = {}): Fields =>
    byCard(amex(label), { CVV: cvvs.four, ...more });
  const byAccount = (number: string, more: Fields = {}): Fields => ({
    ...payer(),
    AccountNumber: number,
    RoutingNumber: '021000021',
    ...more,
  });
  const own = (name: string, digits: string, statuses: readonly number[]): Door => ({
    name,
    path: payment,
    body: byCard(keep(publishedCanary(name, digits))),
    statuses,
  });
  const planted = (digits: string) =>
    `Card ${digits}, ${digits.match(/\d{4}/g)!.join(' ')} or ${digits.match(/\d{4}/g)!.join('-')}!`;
  const texts = [
    ...['FirstName', 'LastName', 'Address1', 'Address2', 'City', 'CardType', 'AccountName'],
    ...['Description', 'NamePaymentFee', 'OtherAmount1Name', 'OtherAmount4Name'],
  ];

  /** Doors that a CVV passes; walked through twice with the same one. */
  const withCvv = (round: string): Door[] => {
    const door = (name: string, more: Fields = {}, rest: Partial<Door> = {}) => {
      const label = `${name}, ${round}`;
      const body = byAmex(label, more);
      return { name: label, path: payment, statuses: done, ...rest, body };
    };
    const key = { 'Idempotency-Key': `key-${round}` };
    const again = door('card with an Idempotency-Key', {}, { headers: key });
    return [
      door('card'),
      door('card, CVV as a number', { CVV: Number(cvvs.four) }),
      door('card only authorized', { ChargeType: 'Authorize' }),
      door('card tokenized as it is run', { CreateToken: true }),
      again,
      // The same request but for its CVV is the same: not even a hash remembers it.
      { ...again, body: { ...again.body, CVV: '1234' } },
      door('card kept', {}, { path: token }),
      door('card kept, with an Idempotency-Key', {}, { path: token, headers: key }),
      door('wrong amount beside', { Amount: 'x' }, { statuses: refused }),
      door('CVV too long', { CVV: `${cvvs.four}${cvvs.four}` }, { statuses: refused }),
      door('CVV for another brand', { CCNumber: card(`visa ${round}`) }, { statuses: refused }),
      door('CVV in unknown fields', { CVV2: cvvs.four, CVC: { Code: cvvs.four } }),
      door('CVV as a state', { StateCode: cvvs.four }, { statuses: refused }),
      {
        name: `broken JSON, ${round}`,
        path: payment,
        body: `${JSON.stringify(byAmex(`broken JSON, ${round}`)).slice(0, -1)},`,
        statuses: refused,
      },
      door(
        'in the query',
        {},
        { path: `${payment}?CVV=${cvvs.four}&CCNumber=${card(`query ${round}`)}` },
      ),
    ];
  };

  /** Every field of every operation holds the number that the request is about. */
  const inWrongFields = defaultOperations.flatMap(({ name, parameters }) =>
    Object.entries(parameters).flatMap(([field, { schema }]): Door[] => {
      const label = `${name} ${field}`;
      const path = `/api/Default/${name}`;
      // An account number or key in a text that may hold anything looks like anything else.
      const isText = 'maxLength' in schema;
      const [pan, number] = [card(`card as ${label}`), account(`account as ${label}`)];
      // Refused, masked, or not used by this method.
      const statuses = [200, 400, 404];
      return [
        { name: label, path, body: byCard(pan, { [field]: pan }), statuses },
        { name: label, path, body: byCard(pan, { [field]: Number(pan) }), statuses },
        ...(isText || field === 'AccountNumber'
          ? []
          : [
              { name: label, path, body: byAccount(number, { [field]: number }), statuses },
              { name: label, path, body: byCard(pan, { [field]: apiKey }), statuses },
            ]),
      ];
    }),
  );

  const onboarding = onboardingDoors({ username, apiKey });
  const textCard = card('card in texts');
  const doors: Door[] = [
    ...withCvv('first'),
    ...withCvv('second'),
    own('declined', '4000111111111511', done),
    own('unknown, booked', '4000009990000112', [202]),
    own('unknown, not booked', '4000009990000104', [202]),
    own('garbage answer', '4000009990000229', [202]),
    own('never reached', '4000009990000013', [503]),
    own('rejected', '4000009990000401', done),
    { name: 'account', path: payment, body: byAccount(account('account')), statuses: done },
    {
      name: 'account tokenized as it is run',
      path: payment,
      headers: { 'Idempotency-Key': 'key-account' },
      body: byAccount(account('account tokenized'), { CreateToken: true, AccountType: 'Savings' }),
      statuses: done,
    },
    {
      name: 'account kept',
      path: token,
      headers: { 'Idempotency-Key': 'key-account-kept' },
      // The operator and the key of the first start have the numbers 1 and 2, the first customer the next one.
      body: byAccount(account('account kept'), { IndividualID: '3' }),
      statuses: done,
    },
    {
      name: 'account with a wrong routing number',
      path: payment,
      body: byAccount(account('wrong routing'), { RoutingNumber: '021000022' }),
      statuses: refused,
    },
    {
      name: 'texts',
      path: payment,
      body: {
        ...byCard(textCard, { OtherAmount1: '1', OtherAmount4: '1', AmountPaymentFee: '1' }),
        ...Object.fromEntries(texts.map((field) => [field, planted(textCard)])),
        StatementDescriptor: textCard,
        PostalCode: textCard,
      },
      statuses: done,
    },
    {
      name: 'Idempotency-Key is the card',
      path: payment,
      headers: { 'Idempotency-Key': keep(cardCanary('in the key')) },
      body: byCard(cardCanary('in the key').digits),
      statuses: refused,
    },
    {
      name: 'unknown fields',
      path: payment,
      body: byCard(card('beside unknown fields'), {
        [card('name of a field')]: 1,
        Card: { Number: card('in an object'), List: [card('in a list')] },
        ApiKey: apiKey,
      }),
      statuses: done,
    },
    { name: 'path', path: `/api/Default/${card('in the path')}`, body: '{}', statuses: [404] },
    { name: 'key as path', path: `/api/${apiKey}?key=${apiKey}`, body: '{}', statuses: [404] },
    { name: 'no JSON', path: payment, body: `CCNumber=${card('no JSON')}`, statuses: refused },
    {
      name: 'content type',
      path: payment,
      headers: { 'Content-Type': `text/${card('content type')}` },
      body: byCard(card('beside a content type')),
      statuses: [415],
    },
    {
      name: 'credentials',
      path: payment,
      headers: { Authorization: `Basic ${basic(card('as username'), card('as key'))}` },
      body: byCard(card('beside wrong credentials')),
      statuses: [401],
    },
    {
      name: 'key as another scheme',
      path: payment,
      headers: { Authorization: `Bearer ${apiKey}` },
      body: '{}',
      statuses: [401],
    },
    ...inWrongFields,
    ...onboarding.doors,
    ...asmxDoors({ username, apiKey }, card),
    ...v1Doors({ card, amex, account }, cvvs),
  ];
  return {
    doors,
    canaries,
    needles: [...canaries.flatMap(({ marks }) => marks), ...onboarding.needles],
  };
}

export function basic(username: string, apiKey: string): string {
  return Buffer.from(`${username}:${apiKey}`).toString('base64');
}
