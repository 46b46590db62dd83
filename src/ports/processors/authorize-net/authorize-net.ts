import { daysBefore } from '../../../kernel/duration.ts';
import type { AccountCheck } from '../account-check.ts';
import { checksIn, connector, type SentRequest, sentRequest } from '../connector.ts';
import type { Standing } from '../gateway-kind.ts';
import {
  answered,
  isTransactionId,
  refusedAccount,
  there,
  unknown,
  unknownCharge,
  unreadable,
} from '../gateway-text.ts';
import type { Capabilities, ChargeAnswer, FollowUpRequest, InquiryAnswer } from '../processor.ts';
import { declinedFor } from '../refused-undo.ts';
import {
  classifyByCharge,
  classifyOwn,
  classifyRefunds,
  isOtherRefund,
  isRefund,
} from './answers.ts';
import {
  type Answer,
  type AuthorizeNetAccount,
  type Content,
  openClient,
  type Row,
  type TransactAnswer,
  transactAnswer,
} from './client.ts';
import {
  cardChecks,
  disputeStateOf,
  isMalformed,
  lacksRight,
  refusesKey,
  refusesProfile,
  standingOf,
  verdictOf,
  verdictOfMessage,
} from './codes.ts';
import { lists } from './lists.ts';
import { reports } from './reports.ts';
import {
  chargeContent,
  followUpContent,
  noLastFour,
  profileIds,
  references,
  refusalOfNumber,
  secretsOfToken,
  unknownToken,
} from './requests.ts';
import { storeCard } from './tokens.ts';

export type AuthorizeNetOptions = AuthorizeNetAccount & {
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
export function authorizeNet({ isSandbox, now, ...account }: AuthorizeNetOptions) {
  const client = openClient(account);
  const { transact, query, rejection, worded } = client;
  const listed = lists(query);
  const { find, details, allDetails } = listed;

  return connector({
    name: 'authorize-net',
    can: authorizeNetCan,
    async charge(request) {
      const { card, processorToken } = request;
      const refused = refusalOfNumber(card.number);
      if (refused) return refused;
      if (processorToken && !profileIds(processorToken)) return unknownToken;
      const sent = sentRequest(request);
      const secrets = [...sent.secrets, ...secretsOfToken(processorToken)];
      return await send({ ...sent, secrets }, chargeContent(request));
    },
    async followUp(request) {
      const { kind, chargeId, last4 = '' } = request;
      if (!isTransactionId(chargeId)) return unknownCharge;
      if (kind === 'refund' && !/^\d{4}$/.test(last4)) return noLastFour;
      return await send(sentRequest(request), followUpContent(request));
    },
    standing,
    inquire,
    ...reports(listed),
    tokenize: (request) => storeCard(client, request, undefined),
    updateToken: (token, request) => storeCard(client, request, token),
    check,
  });

  async function send(sent: SentRequest, transactionRequest: Content): Promise<ChargeAnswer> {
    const { reference, sendBy } = sent;
    const request = { refId: reference, transactionRequest };
    const answer = await transact('createTransaction', request, { sendBy });
    if ('outcome' in answer) return answer;
    const refId = answer.content.text('refId');
    if (refId !== '' && refId !== reference) return unknown('answer for another reference');
    const told = transactAnswer(answer);
    return told ? answerFor(sent, told) : answerForMessage(sent, answer);
  }

  function answerFor(sent: SentRequest, told: TransactAnswer): ChargeAnswer {
    const { reference, amountCents, of, secrets } = sent;
    const { transactionId, authorizationCode } = told;
    // In test mode it is 0, as for a request that never became a transaction.
    const isNamed = isTransactionId(transactionId) && transactionId !== '0';
    const verdict = verdictOf(told.responseCode, told.reason);
    switch (verdict.outcome) {
      case 'approved': {
        if (told.isTest) return refusedAccount(account.loginId, 'it is in test mode.');
        if (told.isPart) return there('a part was approved');
        if (!isNamed) return answered('approved without a number');
        const approval = { reference, processorId: transactionId, amountCents, authorizationCode };
        const { networkTransactionId } = told;
        const named = networkTransactionId !== '' && !of ? { networkTransactionId } : {};
        return { outcome: 'approved', ...approval, ...named, ...checksIn(cardChecks, of, told) };
      }
      case 'declined': {
        const { code } = verdict;
        // For a capture this code means that the request is wrong.
        if (of?.kind === 'capture' && code === 'refund_too_large')
          return rejection(undefined, worded(told.text, secrets));
        const declined = declinedFor(reference, code, isNamed ? transactionId : '');
        return { ...declined, ...checksIn(cardChecks, of, told) };
      }
      case 'rejected':
        return rejection(verdict.refuses, worded(told.text, secrets));
      case 'unknown':
        return verdict;
    }
  }

  function answerForMessage(sent: SentRequest, { isOk, code, text }: Answer): ChargeAnswer {
    const { of, processorToken, secrets } = sent;
    const message = worded(text, secrets);
    if (processorToken && !isOk && refusesProfile(code)) return rejection('token', message);
    const verdict = isOk ? unknown(unreadable) : verdictOfMessage(code);
    return verdict.outcome === 'unknown' ? verdict : rejection(verdict.refuses, message, !of);
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

  async function inquire(
    reference: string,
    of?: FollowUpRequest,
    since?: Date,
  ): Promise<InquiryAnswer> {
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

  /**
   * Checks that the gateway accepts the key, that it moves money where it should, and that it may read the reports that
   * inquiries need.
   */
  async function check(): Promise<AccountCheck> {
    const merchant = await query('getMerchantDetails', {});
    if ('outcome' in merchant) return merchant;
    // The request contains nothing but the login and the key.
    if (!merchant.isOk && isMalformed(merchant.code))
      return { outcome: 'refused', message: unfitKey };
    const refused = refusalIn(merchant);
    if (refused) return refused;
    const isTest = merchant.content.text('isTestMode');
    if (!merchant.isOk || !/^(?:true|false)$/.test(isTest)) return unknown(unreadable);
    // In test mode the gateway answers every request, and no report ever shows it.
    if (isSandbox && isTest === 'true')
      return { outcome: 'refused', message: 'it is in test mode' };
    const list = await query('getUnsettledTransactionList', { paging: { limit: 1, offset: 1 } });
    if ('outcome' in list) return list;
    if (!list.isOk) return refusalIn(list) ?? unknown(`message ${list.code}`);
    return { outcome: 'good', isTestMode: isSandbox || isTest === 'true' };
  }

  function refusalIn({ isOk, code, text }: Answer): AccountCheck | undefined {
    if (isOk) return undefined;
    if (refusesKey(code)) return { outcome: 'refused', message: worded(text) };
    return lacksRight(code) ? { outcome: 'refused', message: noReports } : undefined;
  }
}

const unfitKey = 'The API login id or the transaction key is too long, or has no such form.';
const noReports = 'The Transaction Details API is switched off, or this user may not use it.';
