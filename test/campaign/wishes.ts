import type { BehaviourName } from '../../src/processors/simulator/behaviours.ts';
import { bankFields, cardFields, type Fields, type Headers } from '../caller.ts';
import { testCard } from '../processors/bank.ts';
import type { Dice } from './dice.ts';

/** One thing that a shopper wants, asked for in the same words every time. */
export type Wish = {
  readonly name: string;
  readonly order: string | undefined;
  readonly cents: number;
  readonly fields: Fields;
  readonly headers: Headers;
};

type Kind = {
  readonly weight: number;
  readonly fields: Fields;
  /** Under an Idempotency-Key in place of an order number. */
  readonly byKey?: true;
};

const kinds: readonly Kind[] = [
  card(30, 'approve'),
  card(6, 'approve', { CreateToken: true }),
  card(4, 'approve', { ChargeType: 'Authorize' }),
  { ...card(5, 'approve'), byKey: true },
  card(8, 'card_declined'),
  card(2, 'card_declined', { CreateToken: true }),
  card(2, 'rejection'),
  card(2, 'connection_refused'),
  card(5, 'timeout_before_booking'),
  card(8, 'timeout_after_booking'),
  card(3, 'timeout_after_booking', { CreateToken: true }),
  card(3, 'timeout_after_decline'),
  card(8, 'late_booking'),
  card(2, 'server_error_before_booking'),
  card(3, 'server_error_after_booking'),
  card(3, 'garbage_answer'),
  card(2, 'wrong_amount_answer'),
  card(2, 'wrong_reference_answer'),
  { weight: 5, fields: bankFields },
  { weight: 2, fields: { ...bankFields, CreateToken: true } },
];

function card(weight: number, does: BehaviourName, more: Fields = {}): Kind {
  return { weight, fields: { ...cardFields, CCNumber: testCard(does), ...more } };
}

export function makeWish(random: Dice, name: string): Wish {
  const { fields, byKey } = random.weighted(kinds);
  const cents = 1 + random.below(50_000);
  const order = byKey ? undefined : `order-${name}`;
  return {
    name,
    order,
    cents,
    // Few payers, so that two payments often make the same customer at once.
    fields: {
      ...fields,
      Amount: (cents / 100).toFixed(2),
      TaxAmount: (random.below(cents + 1) / 100).toFixed(2),
      Email: `payer${random.below(40)}@example.com`,
      ExternalID: name,
      ...(order !== undefined && { OrderNumber: order }),
    },
    headers: byKey ? { 'Idempotency-Key': `key-${name}` } : {},
  };
}
