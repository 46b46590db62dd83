import { luhnValid } from '../../../../../src/kernel/digits.ts';
import { formatMoney, parseMoney } from '../../../../../src/kernel/money.ts';
import { avsOf, cvvOf } from '../card-checks.ts';
import type { GatewayFault } from '../faults.ts';
import { isCryptogram, openedPayload } from '../proof.ts';
import type { Book, Transaction } from './book.ts';
import { currencyIn } from './row.ts';
import type { TokenShelf } from './token-shelf.ts';
import type { Fields, Query } from './xml.ts';

export type Desk = {
  readonly book: Book;
  readonly tokens: TokenShelf;
  /** True if a capture, void or refund is found by the reference that came with it; otherwise by that of its charge. */
  readonly followUpsKeepReference: boolean;
  /** True if a captured charge can be voided and refunded only by the id of its capture. */
  readonly capturesAreTheirOwn: boolean;
  /** The currency as rows show it. */
  readonly tellsCurrency: string;
};

/** A request at the moment of its execution. */
type Order = {
  readonly asked: Query;
  readonly reference: string;
  readonly cents: bigint;
  readonly fault: GatewayFault;
  /** The message of the decline that the request is to get. */
  readonly declined: string | undefined;
  readonly at: number;
};

/** The content of an answer: an error, or fields. */
export type Outcome = { readonly error: readonly [string, string] } | { readonly fields: Fields };

const kinds = {
  ccsale: ['SALE', 'sale'],
  ccauthonly: ['AUTHONLY', 'auth'],
  cccomplete: ['COMPLETE', 'capture'],
  ccdelete: ['DELETE', 'void'],
  ccreturn: ['RETURN', 'refund'],
} as const;

/** True if the code of a fault is that of an error, not of a decline. */
export function isErrorCode(code: string | undefined): boolean {
  return code !== undefined && /^\d{4}$/.test(code);
}

/** Executes a request that moves money. */
export function transact(desk: Desk, asked: Query, fault: GatewayFault, at: number): Outcome {
  const amount = parseMoney(asked.field('ssl_amount'));
  const order: Order = {
    asked,
    reference: asked.field('ssl_merchant_txn_id'),
    cents: amount.ok ? amount.value : 0n,
    fault,
    declined: isErrorCode(fault.code) ? undefined : fault.code,
    at,
  };
  switch (asked.field('ssl_transaction_type')) {
    case 'ccsale':
    case 'ccauthonly':
      return charge(desk, order);
    case 'cccomplete':
      return capture(desk, order);
    case 'ccdelete':
      return remove(desk, order);
    case 'ccreturn':
      return refund(desk, order);
    default:
      return refuse(desk, order, '4010', 'Invalid Transaction Type');
  }
}

function charge(desk: Desk, order: Order): Outcome {
  const { asked, cents, fault } = order;
  const token = asked.field('ssl_token');
  const kept = token === '' ? undefined : desk.tokens.find(token);
  if (token !== '' && !kept) return refuse(desk, order, '5085', 'Invalid Token');
  if (token !== '' && asked.field('ssl_card_number') !== '')
    return refuse(desk, order, '5086', 'Token and card number');
  const payload = asked.field('ssl_applepay_web') || asked.field('ssl_google_pay');
  const opened = payload === '' ? undefined : openedPayload(payload);
  const number = kept?.number ?? opened?.number ?? asked.field('ssl_card_number');
  if (!/^\d{13,19}$/.test(number) || !luhnValid(number))
    return refuse(desk, order, '5000', 'Credit Card Number Invalid');
  if (!opened && !/^(?:0[1-9]|1[0-2])\d\d$/.test(asked.field('ssl_exp_date')))
    return refuse(desk, order, '5001', 'Exp Date Invalid');
  if (cents <= 0n) return refuse(desk, order, '5002', 'Amount Invalid');
  if (hasBadProof(asked)) return refuse(desk, order, '5127', 'Invalid 3D Secure Value');
  const last4 = number.slice(-4);
  const mayBePart = asked.field('ssl_partial_auth_indicator') === '1';
  const isPart = fault.approvesPart === true && mayBePart;
  const declined =
    order.declined ?? (fault.approvesPart && !mayBePart ? 'DECLINED: NSF' : undefined);
  const part = { ...order, declined, cents: isPart ? cents / 2n : cents };
  const made = make(desk, part, { last4, message: isPart ? 'PARTIAL APPROVAL' : undefined });
  if (fault.rows === 'with_one_of_another_caller') {
    make(desk, { ...order, cents: cents + 100n }, { last4: '0000', isForeign: true });
  }
  const expiry = asked.field('ssl_exp_date');
  const isKept = asked.field('ssl_get_token') === 'Y' && !declined;
  const of = isKept ? { ssl_token: desk.tokens.keep({ number, expiry }) } : {};
  const told = isKept ? { ...of, ssl_token_response: 'SUCCESS' } : {};
  return {
    fields: {
      ...answerFor(part, made),
      ...currencyIn(desk),
      ...told,
      ...(declined ? {} : networkNames),
    },
  };
}

/** True if a 3-D Secure result came that is not valid. */
function hasBadProof({ field }: Query): boolean {
  const names = ['ssl_eci_ind', 'ssl_3ds_message_version', 'ssl_3ds_trans_status'];
  const [eci = '', version = '', status = ''] = names.map(field);
  if (field('ssl_3dsecure_value') === '') return eci + version + status !== '';
  const isWhole = /^0\d$/.test(eci) && /^2\.\d\.\d$/.test(version) && /^[YA]$/.test(status);
  return !isWhole || !isCryptogram(field('ssl_3dsecure_value'));
}

/** The initiator of a charge of a stored card; with a token the first charge is known by it. */
function initiationIn({ field }: Query) {
  const isRecurring = field('ssl_recurring_flag') === '1';
  const isUnscheduled = field('ssl_merchant_initiated_unscheduled') === 'Y';
  const isFirst = field('ssl_get_token') === 'Y';
  const first = field('ssl_token') || field('ssl_oar_data');
  const isAgain = first !== '' || isUnscheduled;
  return {
    initiatedBy: isUnscheduled || (isRecurring && !isFirst) ? 'merchant' : undefined,
    purpose: isRecurring ? 'recurring' : undefined,
    storedCard: isFirst ? 'stored' : isAgain ? 'used' : undefined,
    firstTransaction: first === '' ? undefined : first,
  };
}

const networkNames = {
  ssl_oar_data: '010012318808182231420000047554200000000000093840023122123188',
  ssl_ps2000_data: 'A7540295892588345510A',
};

function capture(desk: Desk, order: Order): Outcome {
  const of = desk.book.find(order.asked.field('ssl_txn_id'));
  const isOpen = of?.type === 'AUTHONLY' && of.status === 'OPN' && !of.capture;
  if (!isOpen) return refuse(desk, order, '5040', 'Invalid Transaction ID');
  if (order.cents <= 0n || order.cents > of.cents) {
    return refuse(desk, order, '5002', 'Amount Invalid', of);
  }
  const made = make(desk, order, { last4: of.last4, of });
  if (made.status !== '') of.capture = made;
  return { fields: answerFor(order, made) };
}

/** The target of a void or a refund. */
function targetOf(desk: Desk, { asked }: Order): Transaction | undefined {
  const of = desk.book.find(asked.field('ssl_txn_id'));
  if (!of?.capture) return of;
  return desk.capturesAreTheirOwn ? undefined : of.capture;
}

function remove(desk: Desk, order: Order): Outcome {
  const of = targetOf(desk, order);
  const isOpen = of?.status === 'OPN' && ['SALE', 'AUTHONLY', 'COMPLETE'].includes(of.type);
  if (of?.settlesAt !== undefined) return refuse(desk, order, '4018', 'Settlement in progress', of);
  if (!isOpen) return refuse(desk, order, '5040', 'Invalid Transaction ID', of);
  if (of.refundedCents > 0n) return refuse(desk, order, '5041', 'Void Invalid', of);
  // With a capture the whole authorized amount is voided.
  const authorized = desk.book.transactions().find((one) => one.capture === of);
  const moved = { ...order, cents: (authorized ?? of).cents };
  const made = make(desk, moved, { last4: of.last4, of });
  if (made.status === '') return { fields: answerFor(moved, made) };
  of.type = 'DELETE';
  if (authorized) authorized.type = 'DELETE';
  return { fields: answerFor(moved, made) };
}

function refund(desk: Desk, order: Order): Outcome {
  const of = targetOf(desk, order);
  if (of?.type === 'AUTHONLY' && of.status === 'OPN')
    return refuse(desk, order, '5091', 'Exceeds the original amount', of);
  const isTaken = of && of.status !== '' && ['SALE', 'COMPLETE'].includes(of.type);
  if (!isTaken) return refuse(desk, order, '5040', 'Invalid Transaction ID', of);
  if (order.cents <= 0n) return refuse(desk, order, '5002', 'Amount Invalid', of);
  if (of.refundedCents + order.cents > of.cents)
    return refuse(desk, order, '5091', 'Exceeds the original amount', of);
  const made = make(desk, order, { last4: of.last4, of });
  if (made.status !== '') of.refundedCents += order.cents;
  return { fields: answerFor(order, made) };
}

type Facts = {
  readonly last4: string;
  readonly message?: string | undefined;
  /** The transaction that it follows. */
  readonly of?: Transaction;
  readonly isForeign?: boolean;
};

function make(desk: Desk, order: Order, facts: Facts): Transaction {
  const { asked, reference, cents, fault, declined, at } = order;
  const { of, last4, message = 'APPROVAL' } = facts;
  const id = desk.book.nextId();
  const keepsReference = !of || desk.followUpsKeepReference;
  const made: Transaction = {
    id,
    reference: keepsReference ? reference : of.reference,
    type: kindOf(asked)[0],
    status: declined === undefined ? 'OPN' : '',
    message: declined ?? message,
    cents,
    at,
    approvalCode: declined === undefined ? id.slice(-10, -4) : '',
    avs: of ? '' : avsOf(asked.field('ssl_avs_address'), asked.field('ssl_avs_zip')),
    cvv: of ? '' : cvvOf(asked.field('ssl_cvv2cvc2') || undefined),
    last4,
    visibleAt: at + (fault.visibleAfterSeconds ?? 0) * 1000,
    heldUntil: at + (fault.unclearForSeconds ?? 0) * 1000,
    isTwice: fault.rows === 'duplicated',
    refundedCents: 0n,
  };
  desk.book.add(made);
  note(desk, order, made, facts);
  return made;
}

function kindOf({ field }: Query): (typeof kinds)[keyof typeof kinds] {
  const name = Object.keys(kinds).find((one) => one === field('ssl_transaction_type'));
  return kinds[(name ?? 'ccsale') as keyof typeof kinds];
}

function answerFor({ declined, reference }: Order, made: Transaction): Fields {
  return {
    ssl_issuer_response: declined === undefined ? '00' : '05',
    ssl_transaction_type: kindNow(made),
    ssl_card_number: `41**********${made.last4}`,
    ssl_result: declined === undefined ? '0' : '1',
    ssl_result_message: made.message,
    ssl_txn_id: made.id,
    ssl_approval_code: made.approvalCode,
    ssl_amount: formatMoney(made.cents),
    ssl_avs_response: made.avs,
    ssl_cvv2_response: made.cvv,
    ssl_txn_time: new Date(made.at).toISOString(),
    ssl_merchant_txn_id: reference,
    ssl_invoice_number: '',
  };
}

const kindNow = ({ type }: Transaction): string => type;

function refuse(desk: Desk, order: Order, code: string, text: string, of?: Transaction): Outcome {
  note(desk, { ...order, declined: code }, undefined, {
    last4: of?.last4 ?? '',
    ...(of && { of }),
  });
  return { error: [code, text] };
}

function note(desk: Desk, order: Order, made: Transaction | undefined, facts: Facts): void {
  const { asked, at, reference, cents, declined } = order;
  desk.book.write({
    at,
    event: !made ? 'refused' : declined === undefined ? 'approved' : 'declined',
    type: kindOf(asked)[1],
    reference,
    transactionId: made?.id ?? '',
    of: facts.of?.id,
    cents,
    code: declined ?? '0',
    last4: made?.last4,
    isByToken: asked.field('ssl_token') !== '',
    ...initiationIn(asked),
    eci: asked.field('ssl_eci_ind') || undefined,
    isForeign: facts.isForeign ?? false,
  });
}
