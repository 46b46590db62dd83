import type { Random } from './random.ts';

/** One thing that a payer wants, to be asked for until it is known what became of it. */
export type Wish = {
  readonly name: string;
  readonly kind: Kind;
  readonly order: string;
  readonly cents: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly key: string | undefined;
  /** Sent so many times at once, to whichever process. */
  readonly copies: number;
};

type Row = {
  readonly weight: number;
  readonly fields: Readonly<Record<string, string>>;
  /** What may be told in the end, beside `canceled`: a service that died had perhaps asked nobody yet. */
  readonly ends: readonly string[];
  /** A token is made first, by an earlier call, and paid with. */
  readonly tokenAs?: 'CardToken' | 'ACHToken';
};

const bank = {
  AccountNumber: '123456789',
  RoutingNumber: '021000021',
  AccountName: 'Ada Park',
  PaymentType: 'ACH',
};

/** What is asked for, how often, and how it may end. */
export const kinds = {
  approve: { weight: 30, fields: card('4242424242424242'), ends: ['captured'] },
  authorize: {
    weight: 8,
    fields: { ...card('5555555555554444'), ChargeType: 'Authorize' },
    ends: ['authorized'],
  },
  tokenize: {
    weight: 8,
    fields: { ...card('4111111111111111'), CreateToken: 'true' },
    ends: ['captured'],
  },
  decline: { weight: 10, fields: card('4000000000000002'), ends: ['declined'] },
  slow: { weight: 4, fields: card('4000009990000302'), ends: ['captured'] },
  server_error: { weight: 8, fields: card('4000009990000211'), ends: ['captured'] },
  server_error_unbooked: { weight: 3, fields: card('4000009990000203'), ends: [] },
  timeout: { weight: 6, fields: card('4000009990000112'), ends: ['captured'] },
  timeout_declined: { weight: 3, fields: card('4000009990000120'), ends: ['declined'] },
  timeout_unbooked: { weight: 3, fields: card('4000009990000104'), ends: [] },
  late: { weight: 6, fields: card('4000009990000138'), ends: ['captured'] },
  not_sent: { weight: 4, fields: card('4000009990000013'), ends: [] },
  garbage: { weight: 3, fields: card('4000009990000229'), ends: ['captured'] },
  another_reference: { weight: 2, fields: card('4000009990000245'), ends: ['captured'] },
  bank: { weight: 8, fields: bank, ends: ['queued'] },
  card_token: { weight: 8, fields: {}, ends: ['captured'], tokenAs: 'CardToken' },
  bank_token: { weight: 4, fields: {}, ends: ['queued'], tokenAs: 'ACHToken' },
} as const satisfies Record<string, Row>;

export type Kind = keyof typeof kinds;

const drawn = (Object.keys(kinds) as Kind[]).flatMap((kind) =>
  Array<Kind>(kinds[kind].weight).fill(kind),
);

export function rowOf(kind: Kind): Row {
  return kinds[kind];
}

export function drawWish(random: Random, name: string, kind: Kind = random.pick(drawn)): Wish {
  const cents = random.whole(100, 50_000);
  const payer = random.whole(1, 40);
  return {
    name,
    kind,
    order: `C-${name}`,
    cents,
    key: random.chance(0.3) ? `key ${name}` : undefined,
    copies: random.chance(0.35) ? random.whole(2, 3) : 1,
    fields: {
      ...payerFields(payer),
      ...rowOf(kind).fields,
      Amount: (cents / 100).toFixed(2),
      OrderNumber: `C-${name}`,
      ExternalID: name,
    },
  };
}

/** The call before a wish that pays with a token. */
export function tokenFields(wish: Wish): { path: string; fields: Record<string, string> } {
  if (rowOf(wish.kind).tokenAs === 'CardToken') {
    const { Amount, OrderNumber, ExternalID, ...payer } = wish.fields;
    const fields = { ...payer, ...card('4012888888881881') };
    return { path: '/api/Default/CreateToken', fields };
  }
  const order = `${wish.order}-T`;
  const own = { OrderNumber: order, ExternalID: `${wish.name}-T`, CreateToken: 'true' };
  const fields = { ...wish.fields, ...bank, ...own };
  return { path: '/api/Default/CreatePayment', fields };
}

function payerFields(payer: number): Record<string, string> {
  return {
    FirstName: 'Ada',
    LastName: 'Park',
    Address1: '1 Main Street',
    City: 'Albany',
    StateCode: 'NY',
    PostalCode: '12207',
    CountryCode: 'US',
    Email: `payer${payer}@example.com`,
    MobilePhone: String(2_125_550_100 + payer),
  };
}

function card(number: string): Record<string, string> {
  return { CCNumber: number, ExpirationMonth: '12', ExpirationYear: '34', CVV: '123' };
}
