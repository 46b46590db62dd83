import { type ReturnGroup, type ReturnWindow, returnRows } from './return-code-rows.ts';

/**
 * `represent` presents it again; the payer gets a link to pay otherwise. `disable_token` takes no more payments from
 * the account; the payer of a dead account is asked for another. `revoke` ends the mandate and everything that rests on
 * it: its subscriptions, and money that was paid out. `store` only stores it, and `ask_person` opens a case.
 */
export type ReturnAction = 'represent' | 'disable_token' | 'revoke' | 'ask_person' | 'store';

export type ReturnRule = {
  readonly code: string;
  readonly title: string;
  readonly group: ReturnGroup | 'unknown';
  readonly window: ReturnWindow;
  readonly actions: readonly ReturnAction[];
  /** True if it counts in the rate of unauthorized returns. */
  readonly isUnauthorized: boolean;
  /** How the same payment may be sent again: unchanged, after a correction, or never. */
  readonly again: 'as_it_was' | 'corrected' | 'never';
};

type GroupPolicy = Pick<ReturnRule, 'actions' | 'isUnauthorized' | 'again'>;

/** Decided once for each group. */
export const groupPolicy: Readonly<Record<ReturnGroup, GroupPolicy>> = {
  funds: { actions: ['represent'], isUnauthorized: false, again: 'as_it_was' },
  dead_account: { actions: ['disable_token'], isUnauthorized: false, again: 'never' },
  authorization: { actions: ['disable_token', 'revoke'], isUnauthorized: true, again: 'never' },
  frozen: { actions: ['disable_token', 'ask_person'], isUnauthorized: false, again: 'never' },
  formatting: { actions: ['ask_person'], isUnauthorized: false, again: 'never' },
  asked_back: { actions: ['ask_person'], isUnauthorized: false, again: 'never' },
  contested: { actions: ['store', 'ask_person'], isUnauthorized: false, again: 'never' },
};

/** On which banking day after its return an entry is presented again; not more often than there are days. */
export const representAfterBankingDays = [3, 7] as const;

/** How long after its return a corrected entry may follow without a new authorization. */
export const correctWithinDays = 60;

export const returnRules: readonly ReturnRule[] = Object.entries(returnRows)
  .flatMap(([name, rows]) => {
    const group = name as ReturnGroup;
    return rows.map((row): ReturnRule => ({ group, ...groupPolicy[group], ...row }));
  })
  .toSorted((a, b) => a.code.localeCompare(b.code, 'en'));

const byCode = new Map(returnRules.map((rule) => [rule.code, rule]));

/** The meaning and consequences of a return with this code. An unknown code goes to a person. */
export function returnRule(code: string): ReturnRule {
  return byCode.get(code) ?? { ...notKnown, code };
}

const notKnown: Omit<ReturnRule, 'code'> = {
  title: 'Not a known code',
  group: 'unknown',
  window: 'other',
  actions: ['store', 'ask_person'],
  isUnauthorized: false,
  again: 'never',
};
