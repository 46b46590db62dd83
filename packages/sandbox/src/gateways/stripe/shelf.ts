import type { GatewayFault } from '../faults.ts';
import type { Book } from './book.ts';
import { errorOfCard } from './cards.ts';
import { type Answer, badRequest, failure, good, missing, missingIn, rawCards } from './keys.ts';

/** A card as it was sent. It belongs to no customer until the issuer has agreed that it is kept. */
type Card = {
  /** The fields as in a charge. */
  fields: URLSearchParams;
  customer: string | undefined;
  setup: string | undefined;
};

/** The parts of a card that a charge uses. */
export type KeptCard = Pick<Card, 'fields' | 'setup'>;

type Desk = { readonly book: Book; readonly takesCards: boolean };
type Asked = {
  readonly reference: string;
  readonly fields: URLSearchParams;
  readonly fault: GatewayFault;
  readonly at: number;
};

const inCharge = 'payment_method_data';

export function isAboutCards(path: string): boolean {
  return /^\/v1\/(?:payment_methods|customers|setup_intents)\b/.test(path);
}

export type Shelf = ReturnType<typeof openShelf>;

/** Payment methods, and the customers that they belong to. */
export function openShelf() {
  const cards = new Map<string, Card>();
  const customers = new Set<string>();

  return {
    clear: () => cards.clear(),
    hasCustomer: (id: string) => customers.has(id),

    /** Undefined: no card is named. */
    cardOf(id: string | null, customer: string | undefined): KeptCard | Answer | undefined {
      if (id === null) return undefined;
      const card = cards.get(id);
      if (!card) return missingIn(`PaymentMethod: '${id}'`);
      return card.customer !== undefined && card.customer === customer
        ? card
        : badRequest(`The customer does not have a payment method with the ID ${id}.`);
    },

    carryOut(desk: Desk, path: string, asked: Asked): Answer {
      const { book, takesCards } = desk;
      const { fields, at } = asked;
      if (path === '/v1/customers') {
        const id = book.nextId('cus');
        customers.add(id);
        return good({ id, object: 'customer' });
      }
      if (path === '/v1/setup_intents') return setUp(book, asked);
      const [, known] = /^\/v1\/payment_methods\/(\w+)$/.exec(path) ?? [];
      if (known !== undefined) return change(book, known, asked);
      if (!takesCards) return rawCards;
      const id = book.nextId('pm');
      const card = { fields: asInCharge(fields), customer: undefined, setup: undefined };
      // The issuer decides only when the card is used.
      const error = errorOfCard(card.fields);
      if (error && !('checks' in error)) return failure(402, error);
      cards.set(id, card);
      return good({ id, object: 'payment_method', created: Math.floor(at / 1000), type: 'card' });
    },
  };

  function change(book: Book, id: string, asked: Asked): Answer {
    const card = cards.get(id);
    if (!card) return missing(`PaymentMethod: '${id}'`);
    const { fields } = card;
    for (const [name, value] of asInCharge(asked.fields)) fields.set(name, value);
    note(book, asked, card, 'change');
    return good({ id, object: 'payment_method', customer: card.customer, type: 'card' });
  }

  function setUp(book: Book, asked: Asked): Answer {
    const { fields } = asked;
    const [customer, method] = [fields.get('customer') ?? '', fields.get('payment_method') ?? ''];
    const card = cards.get(method);
    if (!customers.has(customer)) return missingIn(`customer: '${customer}'`);
    if (!card) return missingIn(`PaymentMethod: '${method}'`);
    const id = book.nextId('seti');
    const shown = { id, object: 'setup_intent', customer, payment_method: method };
    const error = errorOfCard(card.fields);
    if (error?.code === 'authentication_required')
      return good({ ...shown, status: 'requires_action' });
    if (error) return failure(402, error);
    card.customer = customer;
    card.setup = id;
    note(book, asked, card, 'setup');
    return good({ ...shown, status: 'succeeded', usage: fields.get('usage') });
  }
}

function asInCharge(fields: URLSearchParams): URLSearchParams {
  return new URLSearchParams(
    [...fields].map(([name, value]) => [name.replace(/^\w+/, `${inCharge}[$&]`), value]),
  );
}

function note(book: Book, { at, reference }: Asked, { fields }: Card, type: string): void {
  const last4 = fields.get(`${inCharge}[card][number]`)?.slice(-4);
  const none = { transactionId: '', of: undefined, cents: 0n, code: '', isForeign: false };
  book.write({ at, event: 'kept', type, reference, last4, ...none });
}
