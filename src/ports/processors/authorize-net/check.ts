import type { Secret } from '../../../kernel/secret.ts';
import type { AccountCheck } from '../account-check.ts';
import { cleanText, unknown, unreadable } from '../gateway-text.ts';
import { isMalformed, lacksRight, refusesKey } from './codes.ts';
import type { AskReport } from './reports.ts';
import type { Answer } from './wire.ts';

type Account = {
  readonly transactionKey: Secret;
  /** True at the address of the sandbox, where no account moves money. */
  readonly isSandbox: boolean;
};

/**
 * Checks that the gateway accepts the key, that it moves money where it should, and that it may read the reports that
 * inquiries need.
 */
export async function checkAccount(
  ask: AskReport,
  { transactionKey, isSandbox }: Account,
): Promise<AccountCheck> {
  const merchant = await ask('getMerchantDetails', {});
  if ('outcome' in merchant) return merchant;
  // The request contains nothing but the login and the key.
  if (!merchant.isOk && isMalformed(merchant.code))
    return { outcome: 'refused', message: unfitKey };
  const refused = refusalIn(merchant);
  if (refused) return refused;
  const isTest = merchant.content.text('isTestMode');
  if (!merchant.isOk || !/^(?:true|false)$/.test(isTest)) return unknown(unreadable);
  const movesNothing = isSandbox || merchant.content.text('gatewayId') === doubleId;
  // In test mode the gateway answers every request, and no report ever shows it.
  if (movesNothing && isTest === 'true')
    return { outcome: 'refused', message: 'it is in test mode' };
  const list = await ask('getUnsettledTransactionList', { paging: { limit: 1, offset: 1 } });
  if ('outcome' in list) return list;
  if (!list.isOk) return refusalIn(list) ?? unknown(`message ${list.code}`);
  return { outcome: 'good', isTestMode: movesNothing || isTest === 'true' };

  function refusalIn({ isOk, code, text }: Answer): AccountCheck | undefined {
    if (isOk) return undefined;
    if (refusesKey(code)) return { outcome: 'refused', message: cleanText(text, [transactionKey]) };
    return lacksRight(code) ? { outcome: 'refused', message: noReports } : undefined;
  }
}

/** The name that a double of the sandbox gives itself; ids of the gateway are numbers, and no merchant chooses one. */
const doubleId = 'sandbox-double';
const unfitKey = 'The API login id or the transaction key is too long, or has no such form.';
const noReports = 'The Transaction Details API is switched off, or this user may not use it.';
