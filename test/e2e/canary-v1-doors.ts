import type { Cvvs, Door } from './canary-doors.ts';

type Makers = {
  /** A marked card number, or one of American Express, whose CVV has four digits. */
  readonly card: (label: string) => string;
  readonly amex: (label: string) => string;
  readonly account: (label: string) => string;
};

const customer = { email: 'ann@example.com', firstName: 'Ann', lastName: 'Lee' };
const payments = '/v1/payments';

/** The same through `/v1`. Doors that a CVV passes are walked through twice with the same one. */
export function v1Doors({ card, amex, account }: Makers, cvvs: Cvvs): Door[] {
  const source = (number: string, cvv: string) => ({
    card: { number, expiryMonth: 12, expiryYear: 2039, cvv },
  });
  const by = (label: string, more: Readonly<Record<string, unknown>> = {}) => ({
    amount: 1250,
    source: source(card(label), cvvs.three),
    customer,
    ...more,
  });
  const withCvv = (round: string): Door[] => {
    const charge = (name: string, statuses: readonly number[], change: object = {}): Door => {
      const label = `v1 ${name}, ${round}`;
      const body = { amount: 1250, source: source(amex(label), cvvs.four), customer, ...change };
      return { name: label, path: payments, body, statuses };
    };
    return [
      charge('card', [201]),
      charge('card saved', [201], { saveToken: true }),
      { ...charge('card with a key', [201]), headers: { 'Idempotency-Key': `v1-${round}` } },
      charge('wrong amount beside', [400], { amount: 'x' }),
      charge('CVV in an unknown field', [400], { cvv: cvvs.four }),
    ];
  };
  const inText = card('v1 in texts');
  const inKey = card('v1 in the key');
  return [
    ...withCvv('first'),
    ...withCvv('second'),
    {
      name: 'v1 texts',
      path: payments,
      body: {
        ...by('v1 beside texts'),
        source: source(inText, cvvs.three),
        description: `Card ${inText}`,
        customer: { ...customer, firstName: inText, address1: `To ${inText}` },
        lines: [{ name: inText, amount: 100 }],
      },
      statuses: [201],
    },
    {
      name: 'v1 order number',
      path: payments,
      body: by('v1 beside an order number', { orderNumber: card('v1 order number') }),
      statuses: [400],
    },
    {
      name: 'v1 key',
      path: payments,
      headers: { 'Idempotency-Key': inKey },
      body: { ...by('v1 beside a key'), source: source(inKey, cvvs.three) },
      statuses: [400],
    },
    {
      name: 'v1 name of a field',
      path: payments,
      body: by('v1 beside a name', { [card('v1 name of a field')]: 1 }),
      statuses: [400],
    },
    {
      name: 'v1 account',
      path: payments,
      body: {
        amount: 1250,
        source: {
          bankAccount: { accountNumber: account('v1 account'), routingNumber: '021000021' },
        },
        customer,
      },
      statuses: [201],
    },
    {
      name: 'v1 token',
      path: '/v1/tokens',
      headers: { 'Idempotency-Key': 'v1-token' },
      body: { source: source(card('v1 token'), cvvs.three), customer },
      statuses: [201],
    },
    {
      name: 'v1 customer',
      path: '/v1/customers',
      headers: { 'Idempotency-Key': 'v1-customer' },
      body: { ...customer, email: 'bea@example.com', address1: card('v1 customer') },
      statuses: [201],
    },
    {
      name: 'v1 search',
      path: `/v1/payments?q=${card('v1 search')}&orderNumber=${card('v1 filter')}`,
      method: 'GET',
      body: '',
      statuses: [200],
    },
    { name: 'v1 path', path: `/v1/payments/${card('v1 path')}/void`, body: '{}', statuses: [404] },
    { name: 'v1 no JSON', path: payments, body: `{"a":${card('v1 no JSON')}`, statuses: [400] },
  ];
}
