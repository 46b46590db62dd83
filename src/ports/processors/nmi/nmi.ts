import type { Secret } from '../../../kernel/secret.ts';
import type { HttpCall, Waits } from '../../../runtime/http-out/http-call.ts';
import type { AccountCheck } from '../account-check.ts';
import { refusedProof, secretsOf } from '../authentication.ts';
import type { Connector } from '../gateway-kind.ts';
import {
  asksToWait,
  cleanText,
  isTransactionId,
  malformed,
  missingRight,
  refusedAccount,
  settlesByItself,
  unfitReference,
  unknown,
  unknownCharge,
  unreadable,
} from '../gateway-text.ts';
import type {
  Capabilities,
  ChargeAnswer,
  FollowUpRequest,
  InquiryAnswer,
  Unknown,
} from '../processor.ts';
import { declinedFor } from '../refused-undo.ts';
import type { OddRow, SettledAnswer, SettledRow } from '../settled-row.ts';
import { checksOf, classifyByCharge, classifyOwnRows } from './classify.ts';
import { refusesAccount, verdictOf } from './codes.ts';
import { isReference, references } from './references.ts';
import { chargeFields, followUpFields } from './requests.ts';
import { dateOf, settledIn } from './settled.ts';
import { storeCard } from './tokens.ts';
import {
  type Fields,
  type Report,
  readReport,
  readTransactAnswer,
  type TransactAnswer,
  writeForm,
} from './wire.ts';

export type NmiOptions = {
  /** Calls the gateway's host, which a reseller may have under a name of its own. */
  readonly call: HttpCall;
  readonly securityKey: Secret;
  /** One of the merchant accounts behind the key. */
  readonly processorId?: string | undefined;
  /** True at NMI's sandbox, where nothing moves money, whatever the merchant switched. */
  readonly isSandbox?: boolean;
};

/** The sandbox is the usual gateway under another name, with accounts of its own. */
export const nmiAddresses = {
  sandbox: 'https://sandbox.nmi.com',
  live: 'https://secure.nmi.com',
} as const;

export function isNmiSandbox(address: string): boolean {
  return new URL(address).hostname === new URL(nmiAddresses.sandbox).hostname;
}

export const nmiCan: Capabilities = {
  references,
  replay: undefined,
  cancelByReference: false,
  batches: 'automatic',
  partialApproval: false,
  customerSearch: false,
  tokens: 'apart',
  threeDSecure: true,
  wallets: ['device_number'],
  lateWindowSeconds: 120,
  visibilityDelaySeconds: 120,
  absence: 'after_a_day',
};

/** A form to transact.php moves money; query.php reports it in XML. Our reference is the order id of either. */
export function nmi(options: NmiOptions): Connector {
  const { call, securityKey, processorId, isSandbox = false } = options;

  return {
    name: 'nmi',
    can: nmiCan,
    async charge(request) {
      const refused = refusedProof(nmiCan, request);
      if (refused) return refused;
      const { card, processorToken } = request;
      const fields = { ...chargeFields(request), processor_id: processorId };
      const secrets = [card.number, card.cvv, processorToken, ...secretsOf(request)];
      return await send({ ...request, of: undefined, secrets }, fields);
    },
    followUp: async (request) =>
      await send({ ...request, of: request, secrets: [] }, followUpFields(request)),
    inquire,
    cancel: async () => unknown('the gateway cancels nothing by our reference'),
    closeBatch: async () => settlesByItself,
    inquireBatch: async () => settlesByItself,
    settledRows,
    tokenize: (request) => storeCard({ transact, worded }, request, undefined),
    updateToken: (token, request) => storeCard({ transact, worded }, request, token),
    findCustomer: async () => unknown('the gateway is not asked for customers'),
    check,
  };

  async function send(asked: Asked, fields: Fields): Promise<ChargeAnswer> {
    // Without an order id of ours no inquiry could ever find it.
    if (!isReference(asked.reference)) return unfitReference;
    if (asked.of && !isTransactionId(asked.of.chargeId)) return unknownCharge;
    const { reference, of, sendBy } = asked;
    const orderid = isNamed(of) ? reference : undefined;
    const answer = await transact({ ...fields, orderid }, { sendBy });
    if ('outcome' in answer) return answer;
    const isOurs = isAnswerTo(asked, fields.type, answer);
    return isOurs ? answerFor(asked, answer) : unknown('answer for another reference');
  }

  async function transact(fields: Fields, waits: Waits) {
    const result = await post('/api/transact.php', fields, waits);
    if (result.kind !== 'answered') return { outcome: result.kind, reason: result.reason };
    if (result.status === 429) return asksToWait;
    if (result.status !== 200) return unknown(`status ${result.status}`);
    return readTransactAnswer(result.body) ?? unknown(unreadable);
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
        const processorId = isTransactionId(transactionId) ? transactionId : '';
        return { ...declinedFor(reference, verdict.code), processorId, ...checksOf(of, answer) };
      }
      case 'rejected': {
        const message = worded(answer, asked.secrets);
        const { refuses } = verdict;
        const isFeature = answer.code === noFeature && asked.processorToken !== undefined;
        if (isFeature || refuses === 'token' || refuses === 'vault')
          return { outcome: 'rejected', message, because: 'token' };
        if (refuses === 'form') return malformed(message);
        // An account without the right to this charge has no right to the next one either.
        if (refuses === 'account' || (refuses && !of)) return refusedAccount(processorId, message);
        return refuses ? missingRight(message) : { outcome: 'rejected', message };
      }
      case 'not_sent':
        return asksToWait;
      case 'unknown':
        return verdict;
    }
  }

  function worded({ text }: TransactAnswer, secrets: Asked['secrets']): string {
    return cleanText(text, [securityKey, ...secrets]);
  }

  async function inquire(reference: string, of?: FollowUpRequest): Promise<InquiryAnswer> {
    // Nothing is ever sent under such a reference, and an empty one would match everything.
    if (!isReference(reference)) return { outcome: 'not_found' };
    if (isNamed(of)) {
      const found = await readRows({ order_id: reference });
      if ('outcome' in found) return found;
      const answer = classifyOwnRows({ reference, of }, found.rows);
      if (answer || !of) return answer ?? { outcome: 'not_found' };
    }
    if (!isTransactionId(of.chargeId)) return { outcome: 'not_found' };
    const ofCharge = await readRows({ transaction_id: of.chargeId });
    return 'outcome' in ofCharge ? ofCharge : classifyByCharge(of, ofCharge.rows);
  }

  async function settledRows(since: Date, until: Date): Promise<SettledAnswer> {
    const all: SettledRow[] = [];
    const allOdd: OddRow[] = [];
    // Filtered by the last change, and so without an end: what is refunded today was settled before.
    const filter = { condition: 'complete,failed', start_date: dateOf(since) };
    for (let page = 0; ; page += 1) {
      const paging = { result_limit: String(rowsOfPage), page_number: String(page) };
      const found = await readRows({ ...filter, ...paging });
      if ('outcome' in found) return found;
      const { rows, oddRows } = settledIn(found.rows, since, until);
      all.push(...rows);
      allOdd.push(...oddRows);
      const isLast = found.rows.length < rowsOfPage;
      if (isLast) return { outcome: 'settled', rows: all, oddRows: allOdd };
      // A shorter period would not make the report shorter: it is read up to the present.
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
    if (report.kind === 'test_mode')
      return { outcome: 'good', isTestMode: isSandbox || report.isTestMode };
    if (report.kind === 'rows') return unknown(unreadable);
    const message = cleanText(report.text, [securityKey]);
    return refusesAccount(message) ? { outcome: 'refused', message } : unknown(message);
  }

  async function query(fields: Fields): Promise<Report | Unknown> {
    const result = await post('/api/query.php', fields, { isInquiry: true });
    // It makes no difference whether an inquiry was sent.
    if (result.kind !== 'answered') return unknown(result.reason);
    if (result.status !== 200) return unknown(`status ${result.status}`);
    return readReport(result.body) ?? unknown(unreadable);
  }

  async function post(path: string, fields: Fields, waits: Waits) {
    const body = writeForm({ security_key: securityKey.reveal(), ...fields });
    return await call({ method: 'POST', path, headers, body, ...waits });
  }
}

/** A row may have some 3 kB and 100 elements; a page stays far below the longest answer that is read (`xmlLimits`). */
const rowsOfPage = 10;
const mostPages = 10_000;

const headers = { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' };

/** For a charge by a card of the vault this code means that the account may not use the vault. */
const noFeature = '460';

/**
 * True if a request comes with our reference as its order id. That of a capture would replace the charge's, and a void
 * keeps none: both are found as actions of their charge.
 */
function isNamed(of: FollowUpRequest | undefined): of is FollowUpRequest | undefined {
  return of === undefined || of.kind === 'refund';
}

/** The request, to compare the answer with; no message may contain its `secrets`. */
type Asked = {
  readonly reference: string;
  readonly amountCents: bigint;
  readonly of: FollowUpRequest | undefined;
  readonly sendBy?: Date | undefined;
  readonly processorToken?: Secret | undefined;
  readonly secrets: readonly (Secret | undefined)[];
};

/**
 * Errors come with empty fields. The answer to a follow-up may have the order id of its charge: the gateway keeps a
 * capture or a void as an action of it.
 */
function isAnswerTo(
  { reference, of }: Asked,
  askedType: string | undefined,
  { orderId, type }: TransactAnswer,
): boolean {
  const orderIds = ['', reference, ...(of ? [of.chargeReference] : [])];
  return orderIds.includes(orderId) && ['', askedType].includes(type);
}
