import { Secret } from '../../../kernel/secret.ts';
import type { HttpCall } from '../../../runtime/http-out/http-call.ts';
import { declines } from '../declines.ts';
import {
  cleanText,
  isReference,
  refusedAccount,
  unfitReference,
  unknown,
  unknownCharge,
  unreadable,
} from '../gateway-text.ts';
import type {
  AccountCheck,
  Capabilities,
  ChargeAnswer,
  CustomerAnswer,
  FollowUpRequest,
  InquiryAnswer,
  NotSent,
  Processor,
  Rejection,
  TokenAnswer,
  TokenRequest,
} from '../processor.ts';
import type { Pace } from '../request-terms.ts';
import { batchesOf } from './batches.ts';
import { type Verdict, verdictOf, verdictOfDecline } from './codes.ts';
import { converse, type Unanswered, unheard } from './conversation.ts';
import { customerIn, isCustomerCode } from './customers.ts';
import { approvalOf, declineOf, judgeCharge, judgeFollowUp, rowsOf, typeOf } from './judge.ts';
import { chargeContent, followUpContent, keyOf, tokenContent } from './requests.ts';
import {
  type Content,
  isNumber,
  type Row,
  readBatch,
  readConnection,
  readError,
  readRow,
  readRows,
} from './wire.ts';

export type HelcimOptions = {
  readonly call: HttpCall;
  readonly apiToken: Secret;
  readonly signalAfter: (ms: number) => AbortSignal;
};

export const helcimPace: Pace = { atOnce: 5, perMinute: 100, perHour: 3000 };

const can: Capabilities = {
  replay: { by: 'key', seconds: 300, needsCard: true },
  inquiry: 'by_reference',
  cancelByReference: false,
  batches: 'manual',
  partialApproval: false,
  customerSearch: true,
  tokens: true,
  lateWindowSeconds: 120,
  visibilityDelaySeconds: 600,
  absence: 'never',
  pace: helcimPace,
};

/** Before a request moves money, so that it is sent while its lease lasts. */
const longestLookMs = 2500;

/** JSON. Our reference is the number of the invoice that a charge makes, and the start of each request's key. */
export function helcim(options: HelcimOptions): Processor & { check(): Promise<AccountCheck> } {
  const { call, apiToken, signalAfter } = options;
  const conversation = converse(call, apiToken);
  const { read, write } = conversation;

  return {
    name: 'helcim',
    can,
    async charge(request) {
      const { reference, capture, card, processorToken } = request;
      if (!isReference(reference)) return unfitReference;
      const type = capture ? 'purchase' : 'preauth';
      const secrets = [card.number, card.cvv, processorToken];
      return await send({ ...request, of: undefined, type, secrets }, chargeContent(request));
    },
    followUp,
    inquire,
    cancel: async () => unknown('the gateway cancels nothing by our reference'),
    ...batchesOf(conversation),
    tokenize,
    updateToken: async (_, request) => await tokenize(request),
    findCustomer,
    check,
  };

  async function followUp(request: FollowUpRequest): Promise<ChargeAnswer> {
    const { reference, chargeId } = request;
    if (!isReference(reference) || !isReference(request.chargeReference)) return unfitReference;
    if (!isNumber(chargeId)) return unknownCharge;
    const target = await targetOf(request);
    if ('outcome' in target) return target;
    const asked = { ...request, of: request, type: typeOf[request.kind], secrets: [] };
    const answer = await send(asked, followUpContent(request, target.id));
    const isRefused = answer.outcome === 'rejected' && answer.account === undefined;
    return isRefused && request.kind === 'void' ? await orSettled(request, target, answer) : answer;
  }

  /** What is voided or refunded of a charge that was captured is its capture, which has a number of its own. */
  async function targetOf(of: FollowUpRequest): Promise<Target | Unanswered> {
    const { kind, chargeId: id, captureId, chargeReference } = of;
    if (kind === 'capture') return { id, type: 'preauth', batchId: '' };
    const until = signalAfter(longestLookMs);
    if (captureId !== undefined) return await captureOf(of, captureId, until);
    const charge = await read(`/card-transactions/${id}`, readRow, { until });
    if ('outcome' in charge) return notSent(charge);
    if (charge.type !== 'preauth') return charge;
    const rows = await read(pathOfSearch(chargeReference), readRows, { until });
    if ('outcome' in rows) return notSent(rows);
    const captures = rowsOf(rows, chargeReference, ['capture']);
    const [capture, second] = captures.filter(({ status }) => status === 'APPROVED');
    return second ? notSent(unknown('captured more than once')) : (capture ?? charge);
  }

  /** By its number: a list shows it up to ten minutes late. Its authorization is never addressed in its place. */
  async function captureOf(
    { chargeReference }: FollowUpRequest,
    id: string,
    until: AbortSignal,
  ): Promise<Target | Unanswered> {
    if (!isNumber(id)) return unknownCharge;
    const row = await read(`/card-transactions/${id}`, readRow, { until });
    if ('outcome' in row) return notSent(row);
    const isOurs = row.id === id && ['', chargeReference].includes(row.invoiceNumber);
    return isOurs && row.type === 'capture' ? row : notSent(unknown('not told as the capture'));
  }

  /** A void that is refused may come too late. */
  async function orSettled(
    { reference }: FollowUpRequest,
    { batchId, type }: Target,
    answer: ChargeAnswer,
  ): Promise<ChargeAnswer> {
    const isTaken = type === 'purchase' || type === 'capture';
    const batch =
      isTaken && isNumber(batchId) ? await read(`/card-batches/${batchId}`, readBatch) : undefined;
    if (!batch || 'outcome' in batch || !batch.isClosed) return answer;
    const code = 'already_settled';
    return { outcome: 'declined', reference, processorId: '', code, message: declines[code] };
  }

  async function send(asked: Asked, content: Content): Promise<ChargeAnswer> {
    const result = await write(paths[asked.type] ?? '', keyOf(asked.reference), content);
    if (result.kind !== 'answered') return { outcome: result.kind, reason: result.reason };
    const { status, body } = result;
    if (status === 200 || status === 201) {
      const row = readRow(body);
      return row ? answerOf(asked, row) : unknown(unreadable);
    }
    const text = readError(body);
    return answerFor(asked, verdictOf(status, text), text);
  }

  function answerOf(asked: Asked, row: Row): ChargeAnswer {
    const { reference, of } = asked;
    const numbers = ['', reference, ...(of ? [of.chargeReference] : [])];
    const isOurs = row.type === asked.type && numbers.includes(row.invoiceNumber);
    if (!isOurs || row.currency !== 'USD') return unknown('answer for another request');
    if (row.status === 'APPROVED') return approvalOf(asked, row);
    if (row.status !== 'DECLINED') return unknown('neither approved nor declined');
    const verdict = verdictOfDecline(row.text);
    return verdict.outcome === 'declined'
      ? declineOf(asked, row)
      : answerFor(asked, verdict, row.text);
  }

  function answerFor({ reference, secrets }: Asked, verdict: Verdict, text: string): ChargeAnswer {
    switch (verdict.outcome) {
      case 'declined': {
        const { code } = verdict;
        return { outcome: 'declined', reference, processorId: '', code, message: declines[code] };
      }
      case 'rejected': {
        const message = cleanText(text, [apiToken, ...secrets]);
        return verdict.isAccount
          ? refusedAccount(undefined, message)
          : { outcome: 'rejected', message };
      }
      case 'unknown':
        return verdict;
    }
  }

  async function inquire(reference: string, of?: FollowUpRequest): Promise<InquiryAnswer> {
    const invoiceNumber = of ? of.chargeReference : reference;
    // Nothing is ever sent under it.
    if (!isReference(reference) || !isReference(invoiceNumber)) return { outcome: 'not_found' };
    const rows = await read(pathOfSearch(invoiceNumber), readRows);
    if ('outcome' in rows) return unheard(rows);
    if (rows.length >= rowsOfSearch) return unknown('there are more transactions than are read');
    return of ? judgeFollowUp(of, rows) : judgeCharge(reference, rows);
  }

  async function tokenize(request: TokenRequest): Promise<TokenAnswer> {
    const { reference, card } = request;
    const content = tokenContent(request);
    if (!isReference(reference)) return unfitReference;
    if (!content) return keepsNumber;
    const result = await write('/payment/verify', keyOf(reference), content);
    if (result.kind !== 'answered') return { outcome: result.kind, reason: result.reason };
    const row = result.status === 200 || result.status === 201 ? readRow(result.body) : undefined;
    const text = row?.text ?? readError(result.body);
    if (row?.status === 'APPROVED' && row.cardToken !== '')
      return { outcome: 'kept', token: new Secret(row.cardToken) };
    const verdict =
      row?.status === 'DECLINED' ? verdictOfDecline(text) : verdictOf(result.status, text);
    if (verdict.outcome === 'unknown') return verdict;
    const message = cleanText(text, [apiToken, card.number, card.cvv]);
    const isAccount = verdict.outcome === 'rejected' && verdict.isAccount;
    return isAccount ? refusedAccount(undefined, message) : { outcome: 'rejected', message };
  }

  async function findCustomer(code: string): Promise<CustomerAnswer> {
    // The gateway would find none, or all.
    if (!isCustomerCode(code)) return { outcome: 'not_found' };
    const path = `/customers?${new URLSearchParams({ customerCode: code, limit: '100' })}`;
    const found = await read(path, (body) => customerIn(body, code));
    return found.outcome === 'rejected' ? unheard(found) : found;
  }

  async function check(): Promise<AccountCheck> {
    const found = await read('/connection-test', readConnection);
    if (found === 'connected') return { outcome: 'good', isTestMode: undefined };
    const isRefused = found.outcome === 'rejected' && found.account === 'refused';
    return isRefused ? { outcome: 'refused', message: found.message } : unheard(found);
  }
}

/** Nothing that moves money was sent. */
function notSent(answer: Unanswered): Rejection | NotSent {
  if (answer.outcome === 'unknown') return { outcome: 'not_sent', reason: answer.reason };
  return answer.outcome === 'rejected' && !answer.account ? unknownCharge : answer;
}

const keepsNumber: Rejection = {
  outcome: 'rejected',
  message: 'The gateway changes a kept card only by its number.',
};

/** What is asked for, to compare the answer with; `secrets` are in nobody's message. */
type Asked = {
  readonly reference: string;
  readonly of: FollowUpRequest | undefined;
  readonly type: string;
  readonly secrets: readonly (Secret | undefined)[];
};

/** What a follow-up names, and the batch in which it lies. */
type Target = Pick<Row, 'id' | 'type' | 'batchId'>;

const paths: Readonly<Record<string, string>> = {
  purchase: '/payment/purchase',
  preauth: '/payment/preauth',
  capture: '/payment/capture',
  reverse: '/payment/reverse',
  refund: '/payment/refund',
};

/** A row has some 500 bytes; a page keeps far below what is read of an answer. */
const rowsOfSearch = 60;

function pathOfSearch(invoiceNumber: string): string {
  return `/card-transactions?${new URLSearchParams({ invoiceNumber, limit: String(rowsOfSearch) })}`;
}
