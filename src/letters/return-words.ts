import { type ReturnRule, returnRule } from '../ach/return-codes.ts';

/** Why a bank payment came back, as one says it to whoever paid. */
const ofCode: Readonly<Record<string, string>> = {
  R02: 'the account is closed',
  R03: 'the bank found no such account under this name',
  R04: 'the account number is not valid',
  R08: 'the payment was stopped at the bank',
  R09: 'money in the account is not available yet',
  R12: 'the account was moved to another bank',
  R13: 'there is no bank with this routing number',
  R20: 'the account does not take payments of this kind',
};

const ofGroup: Readonly<Record<ReturnRule['group'], string>> = {
  funds: 'there was not enough money in the account',
  dead_account: 'the account cannot be used',
  authorization: 'the bank was told that it was not authorized',
  frozen: 'the bank does not allow payments from this account at the moment',
  formatting: 'the bank could not process it',
  asked_back: 'it was asked back',
  contested: 'it is disputed at the bank',
  unknown: 'the bank did not accept it',
};

/** Half a sentence, to be put behind "because" or into brackets. */
export function returnReason(code: string | undefined): string {
  return ofCode[code ?? ''] ?? ofGroup[returnRule(code ?? '').group];
}
