import { dayMs } from '../../../kernel/duration.ts';
import type { Secret } from '../../../kernel/secret.ts';
import type { HttpCall, Waits } from '../../../runtime/http-out/http-call.ts';
import { refusedProof, secretsOf } from '../authentication.ts';
import type { Connector, Standing } from '../gateway-kind.ts';
import {
  answered,
  cleanText,
  isTransactionId,
  refusedAccount,
  settlesByItself,
  there,
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
  Rejection,
  Unknown,
} from '../processor.ts';
import { declinedFor } from '../refused-undo.ts';
import { checkAccount } from './check.ts';
import {
  checksOf,
  classifyByCharge,
  classifyOwn,
  classifyRefunds,
  isOtherRefund,
  isRefund,
} from './classify.ts';
import {
  disputeStateOf,
  type Refused,
  refusesProfile,
  standingOf,
  verdictOf,
  verdictOfMessage,
} from './codes.ts';
import { isReference, references } from './references.ts';
import { noLastFour, refusalOfNumber, rejectionFor, unknownToken } from './refusals.ts';
import { type AskReport, reports } from './reports.ts';
import { chargeContent, followUpContent, profileIds, secretsOfToken } from './requests.ts';
import { storeCard } from './tokens.ts';
import {
  type Answer,
  type Content,
  type Row,
  readAnswer,
  type TransactAnswer,
  transactAnswer,
  writeRequest,
} from './wire.ts';

export type AuthorizeNetOptions = {
  readonly call: HttpCall;
  readonly loginId: string;
  readonly transactionKey: Secret;
  /** True at the address of the sandbox, where no account moves money. */
  readonly isSandbox: boolean;
  readonly now: () => Date;
};

export const authorizeNetCan: Capabilities = {
  references,
  // A second request is refused for a while, but it is not certain that the refusal names the first.
  replay: undefined,
  cancelByReference: false,
  batches: 'automatic',
  partialApproval: false,
  customerSearch: false,
  tokens: 'apart',
  threeDSecure: true,
  wallets: ['device_number', 'sealed'],
  lateWindowSeconds: 120,
  visibilityDelaySeconds: 120,
  absence: 'after_a_day',
};

/** Requests and answers in JSON, at one address. Our reference is the invoice number, and the `refId` of a request. */
export function authorizeNet(options: AuthorizeNetOptions): Connector {
  const { call, loginId, transactionKey, isSandbox, now } = options;
  const { find, details, allDetails, settledRows, disputes } = reports(askReport);
  const profiles = { ask: askProfile, rejection, worded };

  return {
    name: 'authorize-net',
    can: authorizeNetCan,
    async charge(request) {
      const refused =
        refusedProof(authorizeNetCan, request) ?? refusalOfNumber(request.card.number);
      if (refused) return refused;
      const { card, processorToken } = request;
      if (processorToken && !profileIds(processorToken)) return unknownToken;
      const ofToken = secretsOfToken(processorToken);
      const secrets = [card.number, card.cvv, ...ofToken, ...secretsOf(request)];
      const asked = { ...request, of: undefined, secrets };
      return await send(asked, () => chargeContent(request));
    },
    followUp: async (request) =>
      await send({ ...request, of: request, secrets: [] }, () => followUpContent(request)),
    standing,
    inquire,
    cancel: async () => unknown('the gateway cancels nothing by our reference'),
    closeBatch: async () => settlesByItself,
    inquireBatch: async () => settlesByItself,
    settledRows,
    disputes,
    tokenize: (request) => storeCard(profiles, request, undefined),
    updateToken: (token, request) => storeCard(profiles, request, token),
    findCustomer: async () => unknown('the gateway is not asked for customers'),
    check: async () => await checkAccount(ask, { transactionKey, isSandbox }),
  };

  async function send(asked: Asked, content: () => Content): Promise<ChargeAnswer> {
    const { reference, of, sendBy } = asked;
    // Without an invoice number of ours no inquiry could ever find it.
    if (!isReference(reference)) return unfitReference;
    if (of && !isTransactionId(of.chargeId)) return unknownCharge;
    if (of?.kind === 'refund' && !/^\d{4}$/.test(of.last4 ?? '')) return noLastFour;
    const request = { refId: reference, transactionRequest: content() };
    const result = await post('createTransaction', request, { sendBy });
    if (result.kind !== 'answered') return { outcome: result.kind, reason: result.reason };
    const answer = result.status === 200 ? readAnswer(result.body) : undefined;
    if (!answer) return unknown(result.status === 200 ? unreadable : `status ${result.status}`);
    const refId = answer.content.text('refId');
    if (refId !== '' && refId !== reference) return unknown('answer for another reference');
    const told = transactAnswer(answer);
    return told ? answerFor(asked, told) : answerForMessage(asked, answer);
  }

  /**
   * The gateway answers the void of a settled charge with "not found", and only refuses the refund of one that is not
   * settled.
   */
  async function standing({ chargeId }: FollowUpRequest): Promise<Standing | undefined> {
    const charge = await details(chargeId);
    const shown = 'outcome' in charge ? undefined : standingOf(charge.status);
    return shown === 'taken' || shown === 'settled' ? shown : undefined;
  }

  function answerFor(asked: Asked, told: TransactAnswer): ChargeAnswer {
    const { reference, amountCents, of } = asked;
    const { transactionId, authorizationCode } = told;
    const verdict = verdictOf(told.responseCode, told.reason);
    switch (verdict.outcome) {
      case 'approved': {
        if (told.isTest) return refusedAccount(loginId, 'it is in test mode.');
        if (told.isPart) return there('a part was approved');
        // In test mode it is 0.
        if (!isTransactionId(transactionId) || transactionId === '0')
          return answered('approved without a number');
        const approval = { reference, processorId: transactionId, amountCents, authorizationCode };
        const { networkTransactionId } = told;
        const named = networkTransactionId !== '' && !of ? { networkTransactionId } : {};
        return { outcome: 'approved', ...approval, ...named, ...checksOf(of, told) };
      }
      case 'declined': {
        const { code } = verdict;
        // For a capture this code means that the request is wrong.
        if (of?.kind === 'capture' && code === 'refund_too_large')
          return { outcome: 'rejected', message: textFor(asked, told.text) };
        // A request that never became a transaction has the number 0.
        const isNamed = isTransactionId(transactionId) && transactionId !== '0';
        const processorId = isNamed ? transactionId : '';
        return { ...declinedFor(reference, code), processorId, ...checksOf(of, told) };
      }
      case 'rejected':
        return rejection(verdict.refuses, textFor(asked, told.text));
      case 'unknown':
        return verdict;
    }
  }

  function answerForMessage(asked: Asked, { isOk, code, text }: Answer): ChargeAnswer {
    if (asked.processorToken && !isOk && refusesProfile(code))
      return { outcome: 'rejected', message: textFor(asked, text), because: 'token' };
    const verdict = isOk ? unknown(unreadable) : verdictOfMessage(code);
    if (verdict.outcome === 'unknown') return verdict;
    const refuses = verdict.outcome === 'rejected' ? verdict.refuses : undefined;
    // An account without the right to this charge has no right to the next one either.
    const isAccount = refuses === 'right' && !asked.of;
    return rejection(isAccount ? 'account' : refuses, textFor(asked, text));
  }

  function rejection(refuses: Refused | undefined, message: string): Rejection {
    return rejectionFor(loginId, refuses, message);
  }

  function textFor({ secrets }: Asked, text: string): string {
    return worded(text, secrets);
  }

  function worded(text: string, secrets: Asked['secrets']): string {
    return cleanText(text, [transactionKey, ...secrets]);
  }

  async function inquire(
    reference: string,
    of?: FollowUpRequest,
    since?: Date,
  ): Promise<InquiryAnswer> {
    // Nothing is ever sent under such a reference.
    if (!isReference(reference)) return { outcome: 'not_found' };
    if (of && !isTransactionId(of.chargeId)) return { outcome: 'not_found' };
    if (of && of.kind !== 'refund') {
      const charge = await details(of.chargeId);
      return 'outcome' in charge ? charge : classifyByCharge(of, charge);
    }
    const isOurs = (row: Row) => row.invoiceNumber === reference;
    const isDispute = (row: Row) => isOurs(row) && disputeStateOf(row.status) !== undefined;
    const isOwn = (row: Row) => isOurs(row) && !isDispute(row);
    const isOther = (row: Row) => of !== undefined && isOtherRefund(of, row);
    const mayBeIt = (row: Row) => isOurs(row) || isOther(row);
    const look = async (isLast: (row: Row) => boolean) => {
      const rows = await find({ since: since ?? daysBefore(now(), 30), now, isLast, mayBeIt });
      if ('outcome' in rows) return rows;
      const own = await allDetails(rows.filter(isOwn));
      return 'outcome' in own ? own : { rows, own };
    };
    const first = await look(isOwn);
    // The row that ended the search may be a later refund, which has the number of its charge.
    const isHidden = !of && 'own' in first && first.own.length > 0 && first.own.every(isRefund);
    const looked = isHidden ? await look(() => false) : first;
    if ('outcome' in looked) return looked;
    const { rows, own } = looked;
    // A charge may be listed only as its dispute, and then it happened.
    if (own.length === 0 && rows.some(isDispute)) return unknown('it is disputed');
    const answer = classifyOwn({ reference, of }, own);
    if (answer || !of) return answer ?? { outcome: 'not_found' };
    const others = await allDetails(rows.filter(isOther));
    return 'outcome' in others ? others : classifyRefunds(of, others);
  }

  async function askReport(...request: Parameters<AskReport>): Promise<Answer | Unknown> {
    const answer = await ask(...request);
    return 'outcome' in answer || answer.isOk ? answer : unknown(`message ${answer.code}`);
  }

  async function ask(operation: string, content: Content): Promise<Answer | Unknown> {
    const result = await post(operation, content, { isInquiry: true });
    // It makes no difference whether an inquiry was sent.
    if (result.kind !== 'answered') return unknown(result.reason);
    if (result.status !== 200) return unknown(`status ${result.status}`);
    return readAnswer(result.body) ?? unknown(unreadable);
  }

  async function askProfile(operation: string, content: Content) {
    const result = await post(operation, content, {});
    if (result.kind !== 'answered') return { outcome: result.kind, reason: result.reason };
    if (result.status !== 200) return unknown(`status ${result.status}`);
    return readAnswer(result.body) ?? unknown(unreadable);
  }

  async function post(operation: string, content: Content, waits: Waits) {
    const body = writeRequest(operation, { loginId, transactionKey }, content);
    return await call({ method: 'POST', path: '/xml/v1/request.api', headers, body, ...waits });
  }
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

function daysBefore(at: Date, days: number): Date {
  return new Date(at.getTime() - days * dayMs);
}

const headers = { 'content-type': 'application/json' };
