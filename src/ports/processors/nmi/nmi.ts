import { formatMoney } from '../../../kernel/money.ts';
import type { Secret } from '../../../kernel/secret.ts';
import type { HttpCall } from '../../../runtime/http-out/http-call.ts';
import { declines } from '../declines.ts';
import {
  cleanText,
  isReference,
  isTransactionId,
  payerName,
  refusedAccount,
  settlesByItself,
  unfitReference,
  unknown,
  unknownCharge,
  unreadable,
} from '../gateway-text.ts';
import type {
  AccountCheck,
  Capabilities,
  Card,
  ChargeAnswer,
  ChargeRequest,
  FollowUpRequest,
  Initiation,
  InquiryAnswer,
  Payer,
  Processor,
  SettledAnswer,
  SettledRow,
  Unknown,
} from '../processor.ts';
import { refusesAccount, verdictOf } from './codes.ts';
import { checksOf, judgeByCharge, judgeOwnRows } from './judge.ts';
import { dateOf, settledIn } from './settled.ts';
import {
  type Fields,
  type Report,
  readReport,
  readTransactAnswer,
  type TransactAnswer,
  writeForm,
} from './wire.ts';

export type NmiOptions = {
  /** To the gateway's host, which a reseller may have under a name of its own. */
  readonly call: HttpCall;
  readonly securityKey: Secret;
  /** Which of the merchant accounts behind the key. */
  readonly processorId?: string | undefined;
};

const can: Capabilities = {
  replay: undefined,
  inquiry: 'by_reference',
  cancelByReference: false,
  batches: 'automatic',
  partialApproval: false,
  customerSearch: false,
  tokens: false,
  lateWindowSeconds: 120,
  visibilityDelaySeconds: 120,
  absence: 'after_a_day',
};

/** A form to transact.php moves money; query.php tells of it in XML. Our reference is the order id of either. */
export function nmi(options: NmiOptions): Processor & { check(): Promise<AccountCheck> } {
  const { call, securityKey, processorId } = options;

  return {
    name: 'nmi',
    can,
    async charge(request) {
      const { number, cvv } = request.card;
      const fields = { ...chargeFields(request), processor_id: processorId };
      return await send({ ...request, of: undefined, secrets: [number, cvv] }, fields);
    },
    async followUp(request) {
      return await send({ ...request, of: request, secrets: [] }, followUpFields(request));
    },
    inquire,
    cancel: async () => unknown('the gateway cancels nothing by our reference'),
    closeBatch: async () => settlesByItself,
    inquireBatch: async () => settlesByItself,
    settledRows,
    findCustomer: async () => unknown('the gateway is not asked for customers'),
    check,
  };

  async function send(asked: Asked, fields: Fields): Promise<ChargeAnswer> {
    // Without an order id of ours it could never be asked about.
    if (!isReference(asked.reference)) return unfitReference;
    if (asked.of && !isTransactionId(asked.of.chargeId)) return unknownCharge;
    const result = await post('/api/transact.php', { ...fields, orderid: asked.reference });
    if (result.kind !== 'answered') return { outcome: result.kind, reason: result.reason };
    if (result.status === 429) return asksToWait;
    if (result.status !== 200) return unknown(`status ${result.status}`);
    const answer = readTransactAnswer(result.body);
    if (!answer) return unknown(unreadable);
    const isOurs = isAnswerTo(asked, fields.type, answer);
    return isOurs ? answerFor(asked, answer) : unknown('answer for another reference');
  }

  function answerFor(asked: Asked, answer: TransactAnswer): ChargeAnswer {
    const { reference, amountCents, of } = asked;
    const { transactionId, authorizationCode, partialPaymentId } = answer;
    const verdict = verdictOf(answer.response, answer.code, answer.text);
    switch (verdict.outcome) {
      case 'approved': {
        if (partialPaymentId !== '') return unknown('a part was approved');
        if (!isTransactionId(transactionId)) return unknown('approved without a number');
        const told = { reference, processorId: transactionId, amountCents, authorizationCode };
        // A later charge names this one by the gateway's number.
        const named = of ? {} : { networkTransactionId: transactionId };
        return { outcome: 'approved', ...told, ...named, ...checksOf(of, answer) };
      }
      case 'declined': {
        const { code } = verdict;
        const processorId = isTransactionId(transactionId) ? transactionId : '';
        const told = { reference, processorId, code, message: declines[code] };
        return { outcome: 'declined', ...told, ...checksOf(of, answer) };
      }
      case 'rejected': {
        const message = cleanText(answer.text, [securityKey, ...asked.secrets]);
        return verdict.isAccount
          ? refusedAccount(processorId, message)
          : { outcome: 'rejected', message };
      }
      case 'not_sent':
        return asksToWait;
      case 'unknown':
        return verdict;
    }
  }

  async function inquire(reference: string, of?: FollowUpRequest): Promise<InquiryAnswer> {
    // Nothing is ever sent under it, and an empty one would ask for all there is.
    if (!isReference(reference)) return { outcome: 'not_found' };
    const found = await readRows({ order_id: reference });
    if ('outcome' in found) return found;
    const answer = judgeOwnRows({ reference, of }, found.rows);
    if (answer || !of) return answer ?? { outcome: 'not_found' };
    if (!isTransactionId(of.chargeId)) return { outcome: 'not_found' };
    const ofCharge = await readRows({ transaction_id: of.chargeId });
    return 'outcome' in ofCharge ? ofCharge : judgeByCharge(of, ofCharge.rows);
  }

  async function settledRows(since: Date, until: Date): Promise<SettledAnswer> {
    const all: SettledRow[] = [];
    const dates = { start_date: dateOf(since), end_date: dateOf(until) };
    for (let page = 0; ; page += 1) {
      const paging = { result_limit: String(rowsOfPage), page_number: String(page) };
      const found = await readRows({ action_type: 'settle', ...dates, ...paging });
      if ('outcome' in found) return found;
      const rows = settledIn(found.rows, since, until);
      if (!rows) return unknown(unreadable);
      all.push(...rows);
      if (found.rows.length < rowsOfPage) return { outcome: 'settled', rows: all };
      if (page === mostPages) return unknown('more was settled than a report is read for');
    }
  }

  async function readRows(
    filter: Fields,
  ): Promise<Extract<Report, { readonly kind: 'rows' }> | Unknown> {
    const report = await query({ report_type: 'transaction', ...filter });
    if ('outcome' in report || report.kind === 'rows') return report;
    return unknown(
      report.kind === 'error' ? `refused: ${cleanText(report.text, [securityKey])}` : unreadable,
    );
  }

  async function check(): Promise<AccountCheck> {
    const report = await query({ report_type: 'test_mode_status' });
    if ('outcome' in report) return report;
    if (report.kind === 'test_mode') return { outcome: 'good', isTestMode: report.isTestMode };
    if (report.kind === 'rows') return unknown(unreadable);
    const message = cleanText(report.text, [securityKey]);
    return refusesAccount(message) ? { outcome: 'refused', message } : unknown(message);
  }

  async function query(fields: Fields): Promise<Report | Unknown> {
    const result = await post('/api/query.php', fields);
    // Whether an inquiry was sent makes no difference.
    if (result.kind !== 'answered') return unknown(result.reason);
    if (result.status !== 200) return unknown(`status ${result.status}`);
    return readReport(result.body) ?? unknown(unreadable);
  }

  async function post(path: string, fields: Fields) {
    const body = writeForm({ security_key: securityKey.reveal(), ...fields });
    return await call({ method: 'POST', path, headers, body });
  }
}

/** A row may have some 3 kB and 100 elements; a page keeps far below what is read of an answer (`xmlLimits`). */
const rowsOfPage = 10;
const mostPages = 10_000;

const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };

/** What is asked for, to compare the answer with; `secrets` are in nobody's message. */
type Asked = {
  readonly reference: string;
  readonly amountCents: bigint;
  readonly of: FollowUpRequest | undefined;
  readonly secrets: readonly (Secret | undefined)[];
};

function chargeFields(request: ChargeRequest): Fields {
  const { amountCents, currency, capture, card, statementDescriptor, payer, initiation } = request;
  return {
    type: capture ? 'sale' : 'auth',
    amount: formatMoney(amountCents, currency),
    currency,
    // Two honest purchases of the same amount are no duplicates; a lost answer is inquired about.
    dup_seconds: '0',
    descriptor: statementDescriptor,
    ...cardFields(card),
    ...(payer && payerFields(payer)),
    ...(initiation && initiationFields(initiation)),
  };
}

function cardFields({ number, expiryMonth, expiryYear, cvv, ...payer }: Card): Fields {
  const { first, last } = payerName(payer.holder);
  return {
    payment: 'creditcard',
    ccnumber: number.reveal(),
    ccexp: `${String(expiryMonth).padStart(2, '0')}${String(expiryYear).slice(-2)}`,
    cvv: cvv?.reveal(),
    firstname: first,
    lastname: last,
    address1: payer.address,
    zip: payer.postalCode,
  };
}

/** Beside the name and address that come with the card. */
function payerFields({ address2, city, stateCode, countryCode, phone, email, ip }: Payer): Fields {
  const place = { address2, city, state: stateCode, country: countryCode };
  return { ...place, phone, email, ipaddress: ip };
}

/** Only a charge that the business begins names the first one. */
function initiationFields({ by, use, purpose, networkTransactionId }: Initiation): Fields {
  if (use === 'once') return {};
  return {
    initiated_by: by,
    stored_credential_indicator: use === 'first' ? 'stored' : 'used',
    initial_transaction_id: by === 'merchant' ? networkTransactionId : undefined,
    billing_method: purpose === 'recurring' ? 'recurring' : undefined,
  };
}

/** A void undoes all there is, and has no amount. */
function followUpFields({ kind, chargeId, amountCents, currency }: FollowUpRequest): Fields {
  const amount = kind === 'void' ? undefined : formatMoney(amountCents, currency);
  return { type: kind, transactionid: chargeId, amount };
}

/**
 * Errors come with empty fields. Of a follow-up the gateway may tell the order id of its charge, as whose action it
 * keeps a capture or a void.
 */
function isAnswerTo(
  { reference, of }: Asked,
  askedType: string | undefined,
  { orderId, type }: TransactAnswer,
): boolean {
  const orderIds = ['', reference, ...(of ? [of.chargeReference] : [])];
  return orderIds.includes(orderId) && ['', askedType].includes(type);
}

const asksToWait = { outcome: 'not_sent', reason: 'the gateway asks to wait' } as const;
