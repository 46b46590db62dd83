import { parseMoney } from '../../../kernel/money.ts';
import type { Secret } from '../../../kernel/secret.ts';
import type { AccountCheck } from '../account-check.ts';
import { refusedProof, secretsOf } from '../authentication.ts';
import type { Connector, Standing } from '../gateway-kind.ts';
import { answered, unfitReference, unknown, unknownCharge } from '../gateway-text.ts';
import type {
  Capabilities,
  ChargeAnswer,
  ChargeRequest,
  FollowUpRequest,
  InquiryAnswer,
  Rejection,
} from '../processor.ts';
import { declinedFor } from '../refused-undo.ts';
import { batches } from './batches.ts';
import {
  checksOf,
  classifyByCharge,
  classifyOwn,
  classifyRefunds,
  currencyOf,
} from './classify.ts';
import { refusalOfSettlement, type Verdict, verdictOf, verdictOfError } from './codes.ts';
import { type ElavonAccount, misspeltUser, openClient } from './desk.ts';
import { isReference, references } from './references.ts';
import { chargeFields, followUpFields, targetOf } from './requests.ts';
import { storeCard, tokenIn } from './tokens.ts';
import { type Fields, type GatewayError, isTransactionId, type Reply } from './wire.ts';

export type ElavonOptions = ElavonAccount & {
  /** True at the address of the demo, where no account moves money. */
  readonly isDemo: boolean;
};

export const elavonCan: Capabilities = {
  references,
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
export function elavon({ isDemo, ...account }: ElavonOptions): Connector {
  const desk = openClient(account);
  const { transact, query, search, between, findById, rejection, worded } = desk;
  const { closeBatch, inquireBatch } = batches({ settle, between, find: findById });

  return {
    name: 'elavon',
    can: elavonCan,
    async charge(request) {
      const refused = refusedProof(elavonCan, request) ?? refusedCurrency(request);
      if (refused) return refused;
      const { card, processorToken } = request;
      const secrets = [card.number, card.cvv, processorToken, ...secretsOf(request)];
      return await send({ ...request, of: undefined, secrets }, chargeFields(request));
    },
    async followUp(request) {
      if (!isTransactionId(targetOf(request))) return unknownCharge;
      return await send({ ...request, of: request, secrets: [] }, followUpFields(request));
    },
    standing,
    inquire,
    cancel: async () => unknown('the gateway cancels nothing by our reference'),
    closeBatch,
    inquireBatch,
    tokenize: (request) => storeCard(desk, request, undefined),
    updateToken: (token, request) => storeCard(desk, request, token),
    findCustomer: async () => unknown('the gateway is not asked for customers'),
    check,
  };

  async function send(asked: Asked, fields: Fields): Promise<ChargeAnswer> {
    const { reference, of, sendBy } = asked;
    // Without a reference of ours no inquiry could ever find it.
    if (!isReference(reference)) return unfitReference;
    const told = await transact({ ...fields, ssl_merchant_txn_id: reference }, { sendBy });
    if ('outcome' in told) return told;
    if (told.kind === 'error') return refusalFor(asked, told);
    if (!isAnswerTo(asked, fields, told)) return unknown('answer for another reference');
    const verdict = verdictOf(told.ssl_result, told.ssl_result_message);
    if (verdict.outcome !== 'approved') return answerFor(asked, verdict, told);
    const processorId = told.ssl_txn_id;
    const amountCents = of?.kind === 'void' ? of.amountCents : centsOf(told.ssl_amount);
    if (!isTransactionId(processorId)) return unknown('approved without a number');
    if (amountCents === undefined) return unknown('approved without an amount');
    if (!verdict.isPart && amountCents !== asked.amountCents)
      return unknown('approved for another amount');
    const approved = { reference, processorId, amountCents, ...currencyOf(told) };
    const authorizationCode = told.ssl_approval_code;
    const processorToken = of ? undefined : tokenIn(told);
    const named = of ? {} : { ...(processorToken && { processorToken }), ...networkIdIn(told) };
    return { outcome: 'approved', ...approved, authorizationCode, ...named, ...checksOf(of, told) };
  }

  function refusalFor(asked: Asked, error: GatewayError): ChargeAnswer {
    return answerFor(asked, verdictOfError(error, asked.of === undefined), error);
  }

  function answerFor(
    { reference, of, secrets }: Asked,
    verdict: Verdict,
    told: Reply | GatewayError,
  ): ChargeAnswer {
    switch (verdict.outcome) {
      case 'declined': {
        const declined = declinedFor(reference, verdict.code);
        if (told.kind === 'error') return declined;
        const processorId = isTransactionId(told.ssl_txn_id) ? told.ssl_txn_id : '';
        return { ...declined, processorId, ...checksOf(of, told) };
      }
      case 'rejected': {
        const message = told.kind === 'error' ? worded(told, secrets) : told.ssl_result;
        return rejection(message, verdict.refuses);
      }
      case 'approved':
        return unknown('an approval without sense');
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
    // Nothing is ever sent under such a reference, and an empty one would match everything.
    if (!isReference(reference)) return { outcome: 'not_found' };
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

  async function settle(ids: readonly string[]) {
    const told = await transact({ ssl_transaction_type: 'settle' }, { group: ids });
    if ('outcome' in told || told.kind === 'told') return told;
    const refuses = refusalOfSettlement(told.code);
    return refuses ? rejection(worded(told), refuses) : unknown(worded(told));
  }

  /** Searches for a reference that does not exist: that needs the right to search, without which no inquiry works. */
  async function check(): Promise<AccountCheck> {
    if (!account.user) return { outcome: 'refused', message: misspeltUser };
    const found = await query({ ssl_merchant_txn_id: 'quittance-check' });
    if ('outcome' in found) return found;
    if (found.kind === 'rows') return { outcome: 'good', isTestMode: isDemo };
    const verdict = verdictOfError(found, true);
    const isRefused = verdict.outcome === 'rejected' && verdict.refuses === 'account';
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

/** The request, to compare the answer with; no message may contain its `secrets`. */
type Asked = {
  readonly reference: string;
  readonly amountCents: bigint;
  readonly of: FollowUpRequest | undefined;
  readonly sendBy?: Date | undefined;
  readonly secrets: readonly (Secret | undefined)[];
};

const answerTypes = { capture: 'COMPLETE', void: 'DELETE', refund: 'RETURN' } as const;

/** The answer to a follow-up may have the reference of its charge. */
function isAnswerTo({ reference, of }: Asked, fields: Fields, told: Reply): boolean {
  const references = ['', reference, ...(of ? [of.chargeReference] : [])];
  const ofCharge = fields.ssl_transaction_type === 'ccsale' ? 'SALE' : 'AUTHONLY';
  const types = ['', of ? answerTypes[of.kind] : ofCharge];
  return references.includes(told.ssl_merchant_txn_id) && types.includes(told.ssl_transaction_type);
}

/** In the form in which a later charge of the stored card sends it back. */
function networkIdIn(told: Reply): { readonly networkTransactionId?: string } {
  const names = [told.ssl_oar_data, told.ssl_ps2000_data];
  const parts = [...names, told.ssl_approval_code];
  const isPlain = parts.every((part) => /^[\x20-{}~]{0,100}$/.test(part));
  return isPlain && names.join('') !== '' ? { networkTransactionId: parts.join('|') } : {};
}

function centsOf(amount: string): bigint | undefined {
  const cents = parseMoney(amount);
  return cents.ok ? cents.value : undefined;
}
