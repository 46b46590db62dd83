import type { AccountCheck } from '../account-check.ts';
import { checksIn, connector, isNamedBy, type SentRequest, sentRequest } from '../connector.ts';
import {
  asksToWait,
  isTransactionId,
  rejectionFor,
  unknown,
  unknownCharge,
  unreadable,
} from '../gateway-text.ts';
import type { Capabilities, ChargeAnswer, FollowUpRequest, InquiryAnswer } from '../processor.ts';
import { declinedFor } from '../refused-undo.ts';
import { classifyByCharge, classifyOwn } from './answers.ts';
import { type Fields, type NmiAccount, openClient, type TransactAnswer } from './client.ts';
import { cardChecks, refusesAccount, verdictOf } from './codes.ts';
import { reports } from './reports.ts';
import { chargeFields, followUpFields } from './requests.ts';
import { storeCard } from './tokens.ts';

export type NmiOptions = NmiAccount & {
  /** True at NMI's sandbox, where nothing moves money, whatever the merchant switched. */
  readonly isSandbox?: boolean;
};

export const nmiCan: Capabilities = {
  /** The order id. No limit is published; references of ours come back whole. */
  references: { longest: 20, signs: 'A-Za-z0-9_-' },
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
export function nmi({ isSandbox = false, ...account }: NmiOptions) {
  const client = openClient(account);
  const { transact, query, readRows, worded } = client;
  const { processorId } = account;

  return connector({
    name: 'nmi',
    can: nmiCan,
    charge: (request) =>
      send(sentRequest(request), { ...chargeFields(request), processor_id: processorId }),
    async followUp(request) {
      if (!isTransactionId(request.chargeId)) return unknownCharge;
      return await send(sentRequest(request), followUpFields(request));
    },
    inquire,
    ...reports(readRows),
    tokenize: (request) => storeCard(client, request, undefined),
    updateToken: (token, request) => storeCard(client, request, token),
    check,
  });

  async function send(sent: SentRequest, fields: Fields): Promise<ChargeAnswer> {
    const { reference, of, sendBy } = sent;
    const orderid = isNamed(of) ? reference : undefined;
    const answer = await transact({ ...fields, orderid }, { sendBy });
    if ('outcome' in answer) return answer;
    // Errors come with empty fields.
    const isOurs = isNamedBy(answer.orderId, sent) && ['', fields.type].includes(answer.type);
    return isOurs ? answerFor(sent, answer) : unknown('answer for another reference');
  }

  function answerFor(sent: SentRequest, answer: TransactAnswer): ChargeAnswer {
    const { reference, amountCents, of } = sent;
    const { transactionId, authorizationCode, partialPaymentId } = answer;
    const verdict = verdictOf(answer.response, answer.code, answer.text);
    switch (verdict.outcome) {
      case 'approved': {
        if (partialPaymentId !== '') return unknown('a part was approved');
        if (!isTransactionId(transactionId)) return unknown('approved without a number');
        const told = { reference, processorId: transactionId, amountCents, authorizationCode };
        // A later charge names this one by the gateway's number.
        const named = of ? {} : { networkTransactionId: transactionId };
        return { outcome: 'approved', ...told, ...named, ...checksIn(cardChecks, of, answer) };
      }
      case 'declined': {
        const id = isTransactionId(transactionId) ? transactionId : '';
        return { ...declinedFor(reference, verdict.code, id), ...checksIn(cardChecks, of, answer) };
      }
      case 'rejected': {
        const isFeature = answer.code === noFeature && sent.processorToken !== undefined;
        const refuses = isFeature || verdict.refuses === 'vault' ? 'token' : verdict.refuses;
        const message = worded(answer, sent.secrets);
        return rejectionFor(refuses, message, { merchant: processorId, isCharge: !of });
      }
      case 'not_sent':
        return asksToWait;
      case 'unknown':
        return verdict;
    }
  }

  async function inquire(reference: string, of?: FollowUpRequest): Promise<InquiryAnswer> {
    if (isNamed(of)) {
      const rows = await readRows({ order_id: reference });
      if ('outcome' in rows) return rows;
      const answer = classifyOwn({ reference, of }, rows);
      if (answer || !of) return answer ?? { outcome: 'not_found' };
    }
    if (!isTransactionId(of.chargeId)) return { outcome: 'not_found' };
    const rows = await readRows({ transaction_id: of.chargeId });
    return 'outcome' in rows ? rows : classifyByCharge(of, rows);
  }

  async function check(): Promise<AccountCheck> {
    const report = await query({ report_type: 'test_mode_status' });
    if ('outcome' in report) return report;
    if (report.kind === 'test_mode')
      return { outcome: 'good', isTestMode: isSandbox || report.isTestMode };
    if (report.kind === 'rows') return unknown(unreadable);
    const message = worded(report);
    return refusesAccount(message) ? { outcome: 'refused', message } : unknown(message);
  }
}

/** For a charge by a card of the vault this code means that the account may not use the vault. */
const noFeature = '460';

/**
 * True if a request comes with our reference as its order id. That of a capture would replace the charge's, and a void
 * keeps none: both are found as actions of their charge.
 */
function isNamed(of: FollowUpRequest | undefined): of is FollowUpRequest | undefined {
  return of === undefined || of.kind === 'refund';
}
