import type { AccountCheck } from '../account-check.ts';
import {
  connector,
  isNamedBy,
  type NoApproval,
  type SentRequest,
  sentRequest,
} from '../connector.ts';
import type { Standing } from '../gateway-kind.ts';
import { answered, centsOf, unknown, unknownCharge } from '../gateway-text.ts';
import type {
  Capabilities,
  ChargeAnswer,
  ChargeRequest,
  FollowUpRequest,
  InquiryAnswer,
  Rejection,
} from '../processor.ts';
import { declinedFor } from '../refused-undo.ts';
import { checksOf, classifyByCharge, classifyOwn, classifyRefunds, currencyOf } from './answers.ts';
import { batches } from './batches.ts';
import {
  type ElavonAccount,
  type Fields,
  type GatewayError,
  isTransactionId,
  misspeltUser,
  openClient,
  type Reply,
} from './client.ts';
import { verdictOf, verdictOfError } from './codes.ts';
import { chargeFields, followUpFields, targetOf } from './requests.ts';
import { storeCard, tokenIn } from './tokens.ts';

export type ElavonOptions = ElavonAccount & {
  /** True at the address of the demo, where no account moves money. */
  readonly isSandbox: boolean;
};

export const elavonCan: Capabilities = {
  /** The merchant's transaction id. */
  references: { longest: 39, signs: 'A-Za-z0-9_-' },
  replay: undefined,
  cancelByReference: false,
  batches: 'manual',
  closesAgain: true,
  settledWithinSeconds: 3600,
  partialApproval: true,
  customerSearch: false,
  currencies: ['USD'],
  tokens: 'with_charge',
  checksInAnswersOnly: true,
  threeDSecure: true,
  wallets: ['sealed'],
  lateWindowSeconds: 120,
  visibilityDelaySeconds: 120,
  absence: 'after_a_day',
};

/** Converge of Elavon: requests in XML, each within a form. Our reference is the merchant's transaction id. */
export function elavon({ isSandbox, ...account }: ElavonOptions) {
  const client = openClient(account);
  const { transact, query, search, findById, rejection, worded } = client;

  return connector({
    name: 'elavon',
    can: elavonCan,
    charge: async (request) =>
      refusedCurrency(request) ?? (await send(sentRequest(request), chargeFields(request))),
    async followUp(request) {
      if (!isTransactionId(targetOf(request))) return unknownCharge;
      return await send(sentRequest(request), followUpFields(request));
    },
    standing,
    inquire,
    ...batches(client),
    tokenize: (request) => storeCard(client, request, undefined),
    updateToken: (token, request) => storeCard(client, request, token),
    check,
  });

  async function send(sent: SentRequest, fields: Fields): Promise<ChargeAnswer> {
    const { reference, of, sendBy } = sent;
    const told = await transact({ ...fields, ssl_merchant_txn_id: reference }, { sendBy });
    if ('outcome' in told) return told;
    if (told.kind === 'error') return answerFor(sent, verdictOfError(told), told);
    if (!isAnswerTo(sent, fields, told)) return unknown('answer for another reference');
    const verdict = verdictOf(told.ssl_result, told.ssl_result_message);
    if (verdict.outcome !== 'approved') return answerFor(sent, verdict, told);
    const processorId = told.ssl_txn_id;
    const amountCents = of?.kind === 'void' ? of.amountCents : centsOf(told.ssl_amount);
    if (!isTransactionId(processorId)) return unknown('approved without a number');
    if (amountCents === undefined) return unknown('approved without an amount');
    if (!verdict.isPart && amountCents !== sent.amountCents)
      return unknown('approved for another amount');
    const approved = { reference, processorId, amountCents, ...currencyOf(told) };
    const authorizationCode = told.ssl_approval_code;
    const processorToken = of ? undefined : tokenIn(told);
    const named = of ? {} : { ...(processorToken && { processorToken }), ...networkIdIn(told) };
    return { outcome: 'approved', ...approved, authorizationCode, ...named, ...checksOf(of, told) };
  }

  function answerFor(
    { reference, of, secrets }: SentRequest,
    verdict: NoApproval,
    told: Reply | GatewayError,
  ): ChargeAnswer {
    switch (verdict.outcome) {
      case 'declined': {
        if (told.kind === 'error') return declinedFor(reference, verdict.code);
        const id = isTransactionId(told.ssl_txn_id) ? told.ssl_txn_id : '';
        return { ...declinedFor(reference, verdict.code, id), ...checksOf(of, told) };
      }
      case 'rejected': {
        const message = told.kind === 'error' ? worded(told, secrets) : told.ssl_result;
        return rejection(verdict.refuses, message, !of);
      }
      case 'unknown':
        return verdict;
    }
  }

  /** The gateway answers the void of a settled charge with "not there". A refund waits for no settlement. */
  async function standing(of: FollowUpRequest): Promise<Standing | undefined> {
    if (of.kind !== 'void') return undefined;
    const rows = await findById(targetOf(of));
    const isSettled = !('outcome' in rows) && rows.some((row) => row.ssl_trans_status === 'STL');
    return isSettled ? 'settled' : undefined;
  }

  async function inquire(
    reference: string,
    of?: FollowUpRequest,
    since?: Date,
  ): Promise<InquiryAnswer> {
    const own = await searchBy(reference, since);
    if ('outcome' in own) return own;
    const answer = classifyOwn({ reference, of }, own);
    if (answer || !of) return answer ?? { outcome: 'not_found' };
    if (!isTransactionId(targetOf(of))) return { outcome: 'not_found' };
    return of.kind === 'refund' ? await inquireRefund(of, since) : await inquireByCharge(of);
  }

  /** Rows without a reference may be anybody's: it is not certain that the search looked for ours. */
  async function searchBy(reference: string, since: Date | undefined) {
    const rows = await search({ ssl_merchant_txn_id: reference }, since);
    const isShown = 'outcome' in rows || rows.every((row) => row.ssl_merchant_txn_id !== '');
    return isShown ? rows : answered('found without its reference');
  }

  async function inquireByCharge(of: FollowUpRequest): Promise<InquiryAnswer> {
    const itself = await findById(targetOf(of));
    if ('outcome' in itself) return itself;
    const beside = await searchBy(of.chargeReference, undefined);
    return 'outcome' in beside ? beside : classifyByCharge(of, [...itself, ...beside]);
  }

  async function inquireRefund(
    of: FollowUpRequest,
    since: Date | undefined,
  ): Promise<InquiryAnswer> {
    const { last4 = '' } = of;
    if (!since || !/^\d{4}$/.test(last4)) return unknown('no refund is shown under its reference');
    const ofCard = { ssl_search_transaction_type: 'RETURN', ssl_card_suffix: last4 };
    const rows = await search(ofCard, since);
    return 'outcome' in rows ? rows : classifyRefunds(of, rows);
  }

  /** Searches for a reference that does not exist: that needs the right to search, without which no inquiry works. */
  async function check(): Promise<AccountCheck> {
    if (!account.user) return { outcome: 'refused', message: misspeltUser };
    const found = await query({ ssl_merchant_txn_id: 'quittance-check' });
    if ('outcome' in found) return found;
    if (found.kind === 'rows') return { outcome: 'good', isTestMode: isSandbox };
    const verdict = verdictOfError(found);
    const refuses = verdict.outcome === 'rejected' ? verdict.refuses : undefined;
    const isRefused = refuses === 'account' || refuses === 'right';
    return isRefused ? { outcome: 'refused', message: worded(found) } : unknown(worded(found));
  }
}

/**
 * The terminal decides the currency, and most do not report it: another amount would be booked in the terminal's own.
 */
function refusedCurrency({ currency }: Pick<ChargeRequest, 'currency'>): Rejection | undefined {
  if (elavonCan.currencies?.includes(currency)) return undefined;
  return {
    outcome: 'rejected',
    message: `The connector charges in USD alone, not in ${currency}.`,
  };
}

const answerTypes = { capture: 'COMPLETE', void: 'DELETE', refund: 'RETURN' } as const;

function isAnswerTo(sent: SentRequest, fields: Fields, told: Reply): boolean {
  const { of } = sent;
  const ofCharge = fields.ssl_transaction_type === 'ccsale' ? 'SALE' : 'AUTHONLY';
  const types = ['', of ? answerTypes[of.kind] : ofCharge];
  return isNamedBy(told.ssl_merchant_txn_id, sent) && types.includes(told.ssl_transaction_type);
}

/** In the form in which a later charge of the stored card sends it back. */
function networkIdIn(told: Reply): { readonly networkTransactionId?: string } {
  const names = [told.ssl_oar_data, told.ssl_ps2000_data];
  const parts = [...names, told.ssl_approval_code];
  const isPlain = parts.every((part) => /^[\x20-{}~]{0,100}$/.test(part));
  return isPlain && names.join('') !== '' ? { networkTransactionId: parts.join('|') } : {};
}
