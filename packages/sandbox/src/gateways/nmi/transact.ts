import { createHash } from 'node:crypto';
import { formatMoney, parseMoney } from '../../../../../src/kernel/money.ts';
import { avsOf, cvvOf } from '../card-checks.ts';
import type { GatewayFault } from '../faults.ts';
import { isAuthentication, isCryptogram } from '../proof.ts';
import { type Action, action, amountTaken, type Book, type Transaction } from './book.ts';
import { flawOfCard, type Vault } from './vault.ts';

export type Desk = {
  readonly book: Book;
  /** Seconds in which the same card and amount is a duplicate, unless the request says otherwise. */
  readonly duplicateSeconds: number;
  /** True if a request may say otherwise. */
  readonly obeysDuplicateSeconds: boolean;
  /** True if a refund is found by the order id that came with it. */
  readonly refundsKeepOrderId: boolean;
  /** Undefined: the account has no Customer Vault. */
  readonly vault: Vault | undefined;
  /** True if a refund is only an action of its charge, and no transaction of its own. */
  readonly refundsAreActions: boolean;
  /** How much later than its `settle` a transaction is shown as complete. */
  readonly completesAfterSeconds: number;
  /** True if a returned amount is shown and settled above zero. */
  readonly settlesWithoutSign: boolean;
  /** When a card was last charged with an amount. */
  readonly latest: Map<string, number>;
};

/** A request at the moment of its execution. */
type Asked = {
  readonly type: string;
  /** Empty for most captures and voids, which belong to their charge. */
  readonly orderId: string;
  /** Its name in the journal. */
  readonly name: string;
  readonly cents: bigint;
  readonly field: (name: string) => string | undefined;
  readonly fault: GatewayFault;
  /** The code of the decline that the request is to get. */
  readonly declined: string | undefined;
  readonly at: number;
};

export type Answer = {
  readonly response: '1' | '2' | '3';
  readonly code: string;
  readonly text: string;
  readonly of?: Transaction;
  readonly orderId?: string;
  readonly type?: string;
  readonly vaultId?: string;
};

const smallestSale = 100n;

/** Executes a request to transact.php. */
export function transact(
  desk: Desk,
  form: URLSearchParams,
  name: string,
  fault: GatewayFault,
  at: number,
): Answer {
  const field = (name: string) => form.get(name) ?? undefined;
  const [type = '', orderId = ''] = [field('type'), field('orderid')];
  const amount = parseMoney(field('amount') ?? '');
  const cents = amount.ok ? amount.value : 0n;
  const declined = isDecline(fault) || isByRule(fault) ? fault.code : undefined;
  const asked = { type, orderId, name, cents, field, fault, declined, at };
  if (field('customer_vault') !== undefined) return keep(desk, asked);
  if (type === 'sale' || type === 'auth') return charge(desk, asked);
  if (type === 'capture' || type === 'void' || type === 'refund') return follow(desk, asked);
  return refuse(desk, asked, 'Invalid Transaction Type');
}

function isDecline({ code = '' }: GatewayFault): boolean {
  return /^2\d\d$/.test(code);
}

/** True if a rule of the merchant rejects the charge after the issuer has approved it. */
function isByRule({ code, text = '' }: GatewayFault): boolean {
  return code === '300' && / rule\b/.test(text);
}

/** Keeps a card in the vault; without a number it changes only the rest of what the vault has. */
function keep({ book, vault }: Desk, { field, orderId, at }: Asked): Answer {
  const error = (text: string): Answer => ({ response: '3', code: '300', text: `${text} REFID:2` });
  if (!vault) return error('The Customer Vault is not available');
  const type = field('customer_vault') ?? '';
  const isNew = type === 'add_customer';
  const sent = { number: field('ccnumber') ?? '', expiry: field('ccexp') ?? '' };
  const wrong = isNew || sent.number !== '' ? flawOfCard(sent) : undefined;
  if (wrong) return error(wrong);
  const id = isNew ? vault.add(sent) : (field('customer_vault_id') ?? '');
  const card = isNew ? sent : type === 'update_customer' ? vault.update(id, sent) : undefined;
  if (!card) return error(unknownId);
  const last4 = card.number.slice(-4);
  const facts = { at, type, reference: orderId, transactionId: '', of: undefined, cents: 0n };
  book.write({ ...facts, event: 'kept', code: '100', last4, isForeign: false });
  const text = isNew ? 'Customer Added' : 'Customer Update Successful';
  return { response: '1', code: '100', text, orderId, vaultId: id };
}

const unknownId = 'Invalid Customer Vault ID specified';

function charge(desk: Desk, asked: Asked): Answer {
  const { field, fault, cents } = asked;
  const id = field('customer_vault_id');
  const kept = id === undefined ? undefined : desk.vault?.find(id);
  if (id !== undefined && !kept) return refuse(desk, asked, unknownId);
  const card = kept ?? { number: field('ccnumber') ?? '', expiry: field('ccexp') ?? '' };
  const wrong = flawOfCard(card);
  if (wrong) return refuse(desk, asked, wrong);
  const { number } = card;
  if (cents <= 0n) return refuse(desk, asked, 'Invalid amount');
  if (hasBadProof(field)) return refuse(desk, asked, 'Invalid CAVV');
  if (isDuplicate(desk, asked, number)) return refuse(desk, asked, 'Duplicate transaction');
  const declined = asked.declined ?? (cents < smallestSale ? '200' : undefined);
  const made = make(desk, { ...asked, declined }, { last4: number.slice(-4) });
  if (fault.rows === 'with_one_of_another_caller') {
    make(desk, { ...asked, cents: cents + 100n }, { last4: '0000', isForeign: true });
  }
  return answerFor({ ...asked, declined }, made);
}

/** True if a proof came that is not valid. */
function hasBadProof(field: Asked['field']): boolean {
  const isWallet = [field('decrypted_applepay_data'), field('decrypted_googlepay_data')].includes(
    '1',
  );
  const said = field('cardholder_auth');
  if (!isWallet && said === undefined) return field('cavv') !== undefined;
  if (isWallet === (said !== undefined) || !isCryptogram(field('cavv'))) return true;
  if (said === undefined) return false;
  const isKnown = ['verified', 'attempted'].includes(said);
  return !isKnown || !isAuthentication(field('three_ds_version'), field('directory_server_id'));
}

function isDuplicate(desk: Desk, { field, cents, at }: Asked, number: string): boolean {
  const said = desk.obeysDuplicateSeconds ? field('dup_seconds') : undefined;
  const seconds = said === undefined ? desk.duplicateSeconds : Number(said);
  const key = createHash('sha256').update(`${number} ${cents}`).digest('base64');
  const before = desk.latest.get(key);
  desk.latest.set(key, at);
  return before !== undefined && at - before < seconds * 1000;
}

function follow(desk: Desk, asked: Asked): Answer {
  const of = desk.book.find(asked.field('transactionid') ?? '');
  if (!of) return refuse(desk, asked, 'Transaction not found');
  const wrong = whatSpeaksAgainst(asked, of);
  if (wrong) return refuse(desk, asked, wrong, of);
  if (asked.type === 'refund' && desk.refundsAreActions && !asked.declined) {
    desk.book.refundWithin(of, action('refund', asked.cents, asked.at));
    note(desk, asked, of, { of });
    return answerFor(asked, of);
  }
  if (asked.type === 'refund') {
    const made = make(desk, asked, { last4: of.last4, of });
    if (!asked.declined) of.actions.push(action('refund', asked.cents, asked.at));
    return answerFor(asked, made);
  }
  const moved = { ...asked, cents: asked.type === 'void' ? of.actions[0]!.cents : asked.cents };
  of.actions.push(actionFor(moved));
  // An order id that comes with a capture replaces that of the charge.
  if (asked.type === 'capture' && asked.orderId !== '') of.orderId = asked.orderId;
  if (!asked.declined) of.condition = asked.type === 'void' ? 'canceled' : 'pendingsettlement';
  note(desk, moved, of, { of });
  return answerFor(asked, of);
}

function whatSpeaksAgainst({ type, cents }: Asked, of: Transaction): string | undefined {
  const isAuthorized = of.condition === 'pending';
  const isOpen = isAuthorized || of.condition === 'pendingsettlement';
  const refunded = refundedOf(of);
  if (type === 'void') {
    if (!isOpen || refunded > 0n) return 'Only transactions pending settlement can be voided';
    return undefined;
  }
  if (cents <= 0n) return 'Invalid amount';
  if (type === 'capture') {
    if (!isAuthorized) return 'A capture requires that the existing transaction be an AUTH';
    if (cents > of.actions[0]!.cents)
      return `The specified amount of ${formatMoney(cents)} exceeds the authorization amount`;
    return undefined;
  }
  const isCharge = of.actions[0]!.type !== 'refund';
  if (!isCharge || !(isOpen || of.condition === 'complete'))
    return 'Transaction cannot be refunded';
  if (refunded + cents > amountTaken(of))
    return 'Refund amount may not exceed the transaction balance';
  return undefined;
}

function refundedOf({ actions }: Transaction): bigint {
  const refunds = actions.filter(({ type, isSuccess }) => type === 'refund' && isSuccess);
  return refunds.reduce((sum, { cents }) => sum + cents, 0n);
}

type Facts = {
  readonly last4?: string;
  /** The transaction that it follows. */
  readonly of?: Transaction;
  readonly isForeign?: boolean;
};

function make(desk: Desk, asked: Asked, facts: Facts): Transaction {
  const { type, orderId, field, fault, declined, at } = asked;
  const { of, last4 = '' } = facts;
  const keepsOrderId = type !== 'refund' || desk.refundsKeepOrderId;
  const id = desk.book.nextId();
  const made: Transaction = {
    id,
    orderId: keepsOrderId ? orderId : '',
    condition: declined ? 'failed' : type === 'auth' ? 'pending' : 'pendingsettlement',
    authorizationCode: declined || of ? '' : id.slice(-6),
    avs: of ? '' : avsOf(field('address1') ?? '', field('zip') ?? ''),
    cvv: of ? '' : cvvOf(field('cvv')),
    currency: of?.currency ?? field('currency') ?? 'USD',
    last4,
    completesAt: at,
    visibleAt: at + (fault.visibleAfterSeconds ?? 0) * 1000,
    unclearUntil: at + (fault.unclearForSeconds ?? 0) * 1000,
    isTwice: fault.rows === 'duplicated',
    actions: [actionFor(asked)],
    refunds: [],
  };
  desk.book.add(made);
  note(desk, asked, made, facts);
  return made;
}

function actionFor({ type, cents, at, declined, fault }: Asked): Action {
  const done = action(type, cents, at);
  if (!declined) return done;
  return { ...done, isSuccess: false, code: declined, text: fault.text ?? 'DECLINE' };
}

function answerFor({ orderId, type, declined, fault }: Asked, of: Transaction): Answer {
  const told = { of, orderId, type };
  return declined
    ? { response: '2', code: declined, text: fault.text ?? 'DECLINE', ...told }
    : { response: '1', code: '100', text: 'SUCCESS', ...told };
}

/** Errors come with empty fields. */
function refuse(desk: Desk, asked: Asked, text: string, of?: Transaction): Answer {
  note(desk, { ...asked, declined: '300' }, undefined, of ? { of } : {});
  return { response: '3', code: '300', text: `${text} REFID:${Math.trunc(asked.at / 1000) % 1e6}` };
}

function note(desk: Desk, asked: Asked, made: Transaction | undefined, facts: Facts): void {
  const { at, type, name: reference, cents, declined } = asked;
  const { of, isForeign = false } = facts;
  desk.book.write({
    at,
    event: !made ? 'refused' : declined ? 'declined' : 'approved',
    type,
    reference,
    transactionId: made?.id ?? '',
    of: of?.id,
    cents,
    code: declined ?? '100',
    last4: made?.last4,
    isByToken: asked.field('customer_vault_id') !== undefined,
    processorId: asked.field('processor_id'),
    initiatedBy: asked.field('initiated_by'),
    purpose: asked.field('billing_method'),
    storedCard: asked.field('stored_credential_indicator'),
    firstTransaction: asked.field('initial_transaction_id'),
    eci: asked.field('eci'),
    isForeign,
  });
}

/** Written like the answers of transact.php: the code comes last. */
export function writeAnswer(answer: Answer): string {
  const { response, code, text, of, orderId = '', type = '', vaultId } = answer;
  const form = new URLSearchParams({
    response,
    responsetext: text,
    authcode: of?.authorizationCode ?? '',
    transactionid: of?.id ?? '',
    avsresponse: of?.avs ?? '',
    cvvresponse: of?.cvv ?? '',
    orderid: orderId,
    type,
    // Fields that no document announces.
    emv_auth_response_data: '',
    ...(of && { cc_number: `xxxxxxxxxxxx${of.last4}` }),
    ...(vaultId !== undefined && { customer_vault_id: vaultId }),
    response_code: code,
  });
  return String(form);
}
