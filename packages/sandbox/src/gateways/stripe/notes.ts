import type { GatewayFault } from '../faults.ts';
import type { JournalEntry } from '../journal.ts';
import { isAuthentication, isCryptogram } from '../proof.ts';
import type { Book, Intent } from './book.ts';
import type { KeptCard } from './shelf.ts';

/* The journal's record of a request. */

/** A request at the moment of its execution. */
export type Call = {
  readonly reference: string;
  readonly fields: URLSearchParams;
  readonly fault: GatewayFault;
  /** The decline that the request is to get. */
  readonly declined: string | undefined;
  /** The card that the gateway keeps, if that card is to pay. */
  readonly kept?: KeptCard | undefined;
  readonly at: number;
};

const secure = (name: string) => `payment_method_options[card][three_d_secure][${name}]`;

/** True if a 3-D Secure result came that is not valid. */
export function hasBadProof(fields: URLSearchParams): boolean {
  const field = (name: string) => fields.get(secure(name)) ?? undefined;
  if (field('cryptogram') === undefined) return field('transaction_id') !== undefined;
  const isKnown = isAuthentication(field('version'), field('transaction_id'));
  return !isKnown || !isCryptogram(field('cryptogram'));
}

const exemption = 'payment_method_options[card][mit_exemption][network_transaction_id]';

/**
 * The initiator of a charge of a stored card: off session it is the merchant. For a card that is kept the gateway knows
 * the first charge.
 */
function initiationIn(fields: Call['fields'], kept: KeptCard | undefined) {
  const isMerchants = fields.get('off_session') === 'true';
  const isStored = fields.get('setup_future_usage') === 'off_session';
  return {
    initiatedBy: isMerchants ? 'merchant' : isStored ? 'customer' : undefined,
    storedCard: isMerchants || kept ? 'used' : isStored ? 'stored' : undefined,
    firstTransaction: fields.get(exemption) ?? kept?.setup,
    isByToken: kept !== undefined,
  };
}

export function note(
  book: Book,
  { at, reference, fields, kept }: Call,
  intent: Intent,
  facts: Pick<JournalEntry, 'event' | 'type'> & Partial<JournalEntry>,
): void {
  const isFollowUp = reference !== intent.metadata.get('reference');
  book.write({
    at,
    reference,
    transactionId: intent.id,
    of: isFollowUp ? intent.id : undefined,
    cents: intent.cents,
    code: '',
    last4: intent.charge?.last4,
    ...initiationIn(fields, kept),
    eci: fields.get(secure('electronic_commerce_indicator')) ?? undefined,
    isForeign: false,
    ...facts,
  });
}
