import type { Random } from './random.ts';

/** A payment that a client requests until its outcome is known. */
export type Purchase = {
  readonly name: string;
  readonly kind: Kind;
  readonly order: string;
  readonly cents: number;
  readonly fields: Readonly<Record<string, string>>;
  readonly key: string | undefined;
  /** Number of requests sent at once, each to a random process. */
  readonly copies: number;
};

type Row = {
  readonly weight: number;
  readonly fields: Readonly<Record<string, string>>;
  /** Possible final states beside `canceled`, which a service that died before it asked the processor may give. */
  readonly ends: readonly string[];
  /** Pays with a token of this kind, which an earlier call makes. */
  readonly tokenAs?: 'CardToken' | 'ACHToken';
  /** The follow-up that the bank declines. */
  readonly declines?: 'capture' | 'void' | 'refund';
};

const bank = {
  AccountNumber: '123456789',
  RoutingNumber: '021000021',
  AccountName: 'Ada Park',
  PaymentType: 'ACH',
};

const yes = { ends: ['captured'] } as const;
const held = { ends: ['authorized'] } as const;
const promised = { ends: ['queued'] } as const;

/** Kinds of purchases: how often each is drawn, its fields, how it may end. */
export const kinds = {
  approve: { weight: 30, fields: card('4242424242424242'), ...yes },
  authorize: { weight: 16, fields: authorized('5555555555554444'), ...held },
  tokenize: {
    weight: 8,
    fields: { ...card('4111111111111111'), CreateToken: 'true' },
    ends: ['captured'],
  },
  decline: { weight: 8, fields: card('4000000000000002'), ends: ['declined'] },
  slow: { weight: 4, fields: card('4000009990000302'), ...yes },
  server_error: { weight: 8, fields: card('4000009990000211'), ...yes },
  server_error_unbooked: { weight: 3, fields: card('4000009990000203'), ends: [] },
  timeout: { weight: 6, fields: card('4000009990000112'), ...yes },
  timeout_declined: { weight: 3, fields: card('4000009990000120'), ends: ['declined'] },
  timeout_unbooked: { weight: 3, fields: card('4000009990000104'), ends: [] },
  late: { weight: 6, fields: card('4000009990000138'), ...yes },
  not_sent: { weight: 4, fields: card('4000009990000013'), ends: [] },
  garbage: { weight: 3, fields: card('4000009990000229'), ...yes },
  half: { weight: 3, fields: card('4000009990000278'), ...yes },
  twice: { weight: 3, fields: card('4000009990000260'), ...yes },
  drops: { weight: 2, fields: card('4000009990000252'), ...yes },
  another_reference: { weight: 2, fields: card('4000009990000245'), ...yes },
  another_amount: { weight: 2, fields: card('4000009990000237'), ...yes },
  capture_declined: {
    weight: 2,
    fields: authorized('4000009990000609'),
    ...held,
    declines: 'capture',
  },
  capture_unbooked: { weight: 2, fields: authorized('4000009990000617'), ...held },
  capture_unanswered: { weight: 3, fields: authorized('4000009990000625'), ...held },
  void_declined: { weight: 2, fields: card('4000009990000708'), ...yes, declines: 'void' },
  void_unbooked: { weight: 2, fields: card('4000009990000716'), ...yes },
  void_unanswered: { weight: 2, fields: card('4000009990000724'), ...yes },
  refund_declined: { weight: 2, fields: card('4000009990000807'), ...yes, declines: 'refund' },
  refund_unbooked: { weight: 2, fields: card('4000009990000815'), ...yes },
  refund_unanswered: { weight: 3, fields: card('4000009990000823'), ...yes },
  refund_late: { weight: 3, fields: card('4000009990000831'), ...yes },
  refund_error: { weight: 2, fields: card('4000009990000849'), ...yes },
  bank: { weight: 8, fields: bank, ...promised },
  bank_returned: { weight: 1, fields: bankOf('99000002'), ...promised },
  bank_without_funds: { weight: 1, fields: bankOf('99100001'), ...promised },
  bank_returned_late: { weight: 1, fields: bankOf('99004007'), ...promised },
  bank_refund_returned: { weight: 1, fields: bankOf('99200002'), ...promised },
  bank_corrected: { weight: 1, fields: bankOf('99300001'), ...promised },
  card_token: { weight: 8, fields: {}, ...yes, tokenAs: 'CardToken' },
  bank_token: { weight: 4, fields: {}, ...promised, tokenAs: 'ACHToken' },
} as const satisfies Record<string, Row>;

export type Kind = keyof typeof kinds;

/** Kinds for the business whose clock is advanced, so that their returns arrive within the campaign. */
export const farKinds: readonly Kind[] = [
  ...(['bank', 'bank', 'bank', 'bank_returned', 'bank_without_funds'] as const),
  ...(['bank_returned_late', 'bank_refund_returned', 'bank_corrected', 'bank_token'] as const),
  ...(['approve', 'approve', 'late', 'timeout', 'refund_unanswered', 'void_unanswered'] as const),
];

const drawn = (Object.keys(kinds) as Kind[]).flatMap((kind) =>
  Array<Kind>(kinds[kind].weight).fill(kind),
);

export function rowOf(kind: Kind): Row {
  return kinds[kind];
}

export function drawPurchase(
  random: Random,
  name: string,
  kind: Kind = random.pick(drawn),
): Purchase {
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

/** The request for the token of a purchase that pays with one. */
export function tokenFields(purchase: Purchase): {
  operation: string;
  fields: Record<string, string>;
} {
  if (rowOf(purchase.kind).tokenAs === 'CardToken') {
    const { Amount, OrderNumber, ExternalID, ...payer } = purchase.fields;
    return { operation: 'CreateToken', fields: { ...payer, ...card('4012888888881881') } };
  }
  const order = `${purchase.order}-T`;
  const own = { OrderNumber: order, ExternalID: `${purchase.name}-T`, CreateToken: 'true' };
  return { operation: 'CreatePayment', fields: { ...purchase.fields, ...bank, ...own } };
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

function bankOf(number: string): Record<string, string> {
  return { ...bank, AccountNumber: number };
}

function authorized(number: string): Record<string, string> {
  return { ...card(number), ChargeType: 'Authorize' };
}
