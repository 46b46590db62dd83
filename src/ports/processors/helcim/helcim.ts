import type { AccountCheck } from '../account-check.ts';
import {
  connector,
  isNamedBy,
  type NoApproval,
  type SentRequest,
  sentRequest,
} from '../connector.ts';
import type { Standing } from '../gateway-kind.ts';
import { answered, unfitReference, unknown, unknownCharge, unreadable } from '../gateway-text.ts';
import type {
  Capabilities,
  ChargeAnswer,
  CustomerAnswer,
  FollowUpRequest,
  InquiryAnswer,
  NotSent,
  Rejection,
} from '../processor.ts';
import { declinedFor, isOfRequest } from '../refused-undo.ts';
import { fits, type Pace } from '../request-terms.ts';
import {
  approvalOf,
  capturesIn,
  classifyCharge,
  classifyFollowUp,
  declineOf,
  typeOf,
} from './answers.ts';
import { batches } from './batches.ts';
import {
  amountIn,
  asInquiry,
  type Content,
  type HelcimAccount,
  isNumber,
  namesTransaction,
  openClient,
  type Row,
  readBatch,
  readConnection,
  readErrors,
  readRow,
  readRows,
  type Unanswered,
} from './client.ts';
import { verdictOf, verdictOfDecline } from './codes.ts';
import { customerIn, isCustomerCode } from './customers.ts';
import { chargeContent, followUpContent, keyOf } from './requests.ts';
import { storeCard } from './tokens.ts';

export type HelcimOptions = HelcimAccount & {
  readonly signalAfter: (ms: number) => AbortSignal;
};

const helcimPace: Pace = { atOnce: 5, perMinute: 100, perHour: 3000 };

export const helcimCan: Capabilities = {
  /** The invoice number, for which no limit is published, and the start of a key of 36 signs at most. */
  references: { longest: 20, signs: 'A-Za-z0-9_-' },
  // Declines and errors are not stored under an idempotency key.
  replay: { by: 'approval', seconds: 300 },
  cancelByReference: false,
  batches: 'manual',
  partialApproval: false,
  customerSearch: true,
  tokens: 'imported',
  // Its own page alone authenticates payers.
  threeDSecure: false,
  wallets: [],
  lateWindowSeconds: 120,
  visibilityDelaySeconds: 600,
  absence: 'never',
  pace: helcimPace,
};

const isReference = fits(helcimCan.references);

/** Limits the reads before a request that moves money, so that the request is sent while its lease lasts. */
const longestLookMs = 2500;

/** JSON. Our reference is the number of the invoice that a charge makes, and the start of each request's key. */
export function helcim({ signalAfter, ...account }: HelcimOptions) {
  const client = openClient(account);
  const { read, write, rejection } = client;

  return connector({
    name: 'helcim',
    can: helcimCan,
    charge: (request) =>
      send(sentRequest(request), request.capture ? 'purchase' : 'preauth', chargeContent(request)),
    followUp,
    standing,
    inquire,
    ...batches(client),
    tokenize: (request) => storeCard(client, request),
    updateToken: (_, request) => storeCard(client, request),
    findCustomer,
    check,
  });

  async function followUp(request: FollowUpRequest): Promise<ChargeAnswer> {
    if (!isReference(request.chargeReference)) return unfitReference;
    if (!isNumber(request.chargeId)) return unknownCharge;
    const target = await targetOf(request);
    const answer = 'outcome' in target ? target : await sendTo(target, request);
    const lacksRight = answer.outcome === 'rejected' && answer.because === 'right';
    return lacksRight ? await orRefusedKey(answer) : answer;
  }

  async function sendTo(target: Target, request: FollowUpRequest): Promise<ChargeAnswer> {
    const content = followUpContent(request, target.id);
    const answer = await send(sentRequest(request), typeOf[request.kind], content);
    // It is not promised that an authorization can be reversed at all. If not, it holds the money until it ends by
    // itself.
    const isHeld = request.kind === 'void' && target.type === 'preauth' && isOfRequest(answer);
    return isHeld ? declinedFor(request.reference, 'not_released') : answer;
  }

  /** The gateway answers a wrong token like a missing right; a test of the connection tells them apart. */
  async function orRefusedKey(answer: Rejection): Promise<ChargeAnswer> {
    const found = await askWhetherConnected();
    const isKey = found !== 'connected' && found.outcome === 'rejected';
    return isKey && found.account ? found : answer;
  }

  /** A void or refund of a charge that was captured later names the capture, which has a number of its own. */
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
    return amongCaptures(of, capturesIn(rows, chargeReference)) ?? charge;
  }

  /**
   * Finds a capture by its number: a list shows it up to ten minutes late. Its authorization is never addressed in its
   * place.
   */
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

  /** `type`: as transactions have it, and as the path of the request ends. */
  async function send(sent: SentRequest, type: string, content: Content): Promise<ChargeAnswer> {
    const { reference, sendBy } = sent;
    const result = await write(`/payment/${type}`, keyOf(reference), content, { sendBy });
    if (result.kind !== 'answered') return { outcome: result.kind, reason: result.reason };
    const { status, body } = result;
    if (status === 200 || status === 201) {
      const row = readRow(body);
      return row ? answerOf(sent, type, row) : unknown(unreadable);
    }
    const errors = readErrors(body);
    const verdict = verdictOf(status, errors);
    if (verdict.outcome === 'rejected' && namesTransaction(body))
      return answered('refused, with a transaction');
    return answerFor(sent, verdict, errors.join(', '));
  }

  function answerOf(sent: SentRequest, type: string, row: Row): ChargeAnswer {
    const isOurs = row.type === type && isNamedBy(row.invoiceNumber, sent);
    if (!isOurs || row.currency !== sent.currency) return unknown('answer for another request');
    if (row.status === 'APPROVED') return approvalOf(sent, row);
    if (row.status !== 'DECLINED') return unknown('neither approved nor declined');
    const verdict = verdictOfDecline(row.text);
    return verdict.outcome === 'declined'
      ? declineOf(sent, row)
      : answerFor(sent, verdict, row.text);
  }

  function answerFor(
    { reference, of, secrets }: SentRequest,
    verdict: NoApproval,
    text: string,
  ): ChargeAnswer {
    switch (verdict.outcome) {
      case 'declined':
        return declinedFor(reference, verdict.code);
      case 'rejected':
        return rejection(verdict.refuses, text, { secrets, isCharge: !of });
      case 'unknown':
        return verdict;
    }
  }

  /** A charge is voided while its batch is open, and refunded from then on. */
  async function standing(of: FollowUpRequest): Promise<Standing | undefined> {
    const target = await targetOf(of);
    const isTaken = 'type' in target && ['purchase', 'capture'].includes(target.type);
    if (!isTaken || !isNumber(target.batchId)) return undefined;
    const batch = await read(`/card-batches/${target.batchId}`, readBatch);
    if ('outcome' in batch) return undefined;
    return batch.isClosed ? 'settled' : 'taken';
  }

  async function inquire(reference: string, of?: FollowUpRequest): Promise<InquiryAnswer> {
    const invoiceNumber = of ? of.chargeReference : reference;
    if (!isReference(invoiceNumber)) return { outcome: 'not_found' };
    const rows = await read(pathOfSearch(invoiceNumber), readRows);
    if ('outcome' in rows) return asInquiry(rows);
    if (rows.length >= rowsOfSearch) return unknown('there are more transactions than are read');
    return of ? classifyFollowUp(of, rows) : classifyCharge(reference, rows);
  }

  async function findCustomer(code: string): Promise<CustomerAnswer> {
    // The gateway would find no customer, or all of them.
    if (!isCustomerCode(code)) return { outcome: 'not_found' };
    const path = `/customers?${new URLSearchParams({ customerCode: code, limit: '100' })}`;
    const found = await read(path, (body) => customerIn(body, code));
    return found.outcome === 'rejected' ? asInquiry(found) : found;
  }

  async function check(): Promise<AccountCheck> {
    const found = await askWhetherConnected();
    if (found === 'connected') return { outcome: 'good', isTestMode: undefined };
    return found.outcome === 'rejected' && found.account
      ? { outcome: 'refused', message: found.message }
      : asInquiry(found);
  }

  async function askWhetherConnected() {
    return await read('/connection-test', readConnection, { isCheck: true });
  }
}

/** Nothing that moves money was sent. */
function notSent(answer: Unanswered): Rejection | NotSent {
  if (answer.outcome === 'unknown') return { outcome: 'not_sent', reason: answer.reason };
  return isOfRequest(answer) ? { ...unknownCharge, because: 'charge' } : answer;
}

/**
 * An authorization may be captured in several parts. One request reverses or refunds one of them: a void would leave
 * the others as they are, and a refund needs one that is as large. Undefined: there is no capture.
 */
function amongCaptures(
  { kind, amountCents }: FollowUpRequest,
  captures: readonly Row[],
): Target | NotSent | undefined {
  const [only, second] = captures;
  if (!second) return only;
  const covers = (row: Row) => kind === 'refund' && (amountIn(row) ?? 0n) >= amountCents;
  return captures.find(covers) ?? { outcome: 'not_sent', reason: 'captured in several parts' };
}

/** The transaction that a follow-up names, and the batch in which it lies. */
type Target = Pick<Row, 'id' | 'type' | 'batchId'>;

/** A row has some 500 bytes; a page stays far below the longest answer that is read. */
const rowsOfSearch = 60;

function pathOfSearch(invoiceNumber: string): string {
  return `/card-transactions?${new URLSearchParams({ invoiceNumber, limit: String(rowsOfSearch) })}`;
}
