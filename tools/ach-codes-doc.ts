import {
  type CorrectionRule,
  correctedDataLength,
  correctionRules,
} from '../src/ach/correction-codes.ts';
import type { ReturnGroup } from '../src/ach/return-code-rows.ts';
import {
  correctWithinDays,
  groupPolicy,
  type ReturnAction,
  type ReturnRule,
  representAfterBankingDays,
  returnRules,
} from '../src/ach/return-codes.ts';

/** What the payer is told in addition. */
const payerSays: Partial<Readonly<Record<ReturnGroup, string>>> = {
  funds: 'After the last presentment the payer gets a pay link.',
  dead_account: 'The payer is asked for new details.',
};

const groupTitles: Readonly<Record<ReturnGroup, string>> = {
  funds: 'Not enough money',
  dead_account: 'No usable account',
  authorization: 'Not authorized',
  frozen: 'Frozen account, or death',
  formatting: 'Format errors',
  asked_back: 'Requested back, refused or held',
  contested: 'Returns of returns, paper checks, enrollments, payments abroad',
};

const actionSays: Readonly<Record<ReturnAction, string>> = {
  represent: `The payment is presented again, on banking day ${representAfterBankingDays.join(' and once more on banking day ')} after its return.`,
  disable_token: 'The token is disabled.',
  revoke:
    'The authorization counts as revoked: its subscriptions end, and money that was paid out is recovered.',
  store: 'It is recorded.',
  ask_person: 'A case is opened.',
};

const correctionSays: Readonly<Record<CorrectionRule['action'], string>> = {
  correct_token: 'the token is corrected',
  ask_person: 'a case is opened',
  store: 'it is recorded',
};

const fieldNames: Readonly<Record<keyof CorrectionRule['columns'], string>> = {
  accountNumber: 'account number',
  routingNumber: 'routing number',
  accountKind: 'transaction code',
  individualName: 'name',
  identification: 'identification',
};

/** docs/interface/ach-codes.md, from the tables of returns and corrections. */
export function achCodesDoc(): string {
  const groups = Object.keys(groupPolicy) as ReturnGroup[];
  return `<!-- Written by tools/ach-codes-doc.ts from src/ach/. -->

# Returns and corrections of bank payments

The bank of the payer returns a payment that it cannot or may not carry out. The code gives the reason and decides the
effect. A return may arrive for the given number of days after the settlement of the payment (for "Dishonored" and
"Contested": of a return); where no number is given, there is no limit in days. A code that is not listed is
recorded, and a case is opened. Codes marked † count in the rate of unauthorized returns.

${groups.map(groupSection).join('\n')}
## Corrections

A corrected payment was carried out; the bank reports what to change for the next one, in ${correctedDataLength} columns of
corrected data. A correction is applied only if all data of its code are in their columns and valid, and the other
columns are empty. Otherwise a case is opened.

| Code | Meaning | Columns | Effect |
|---|---|---|---|
${correctionRules.map(correctionRow).join('')}`;
}

function groupSection(group: ReturnGroup): string {
  const says = groupPolicy[group].actions.map((action) => actionSays[action]);
  if (payerSays[group]) says.push(payerSays[group]);
  const rows = returnRules.filter((rule) => rule.group === group);
  return `## ${groupTitles[group]}

${says.join(' ')}

| Code | Reason | Within |
|---|---|---|
${rows.map(returnRow).join('')}`;
}

function returnRow({ code, title, window, isUnauthorized, again }: ReturnRule): string {
  const corrected = again === 'corrected' ? `; ${correctable}` : '';
  const within = window === 'other' ? '' : `${window.within} ${window.days} days`;
  return `| ${code}${isUnauthorized ? ' †' : ''} | ${title}${corrected} | ${within} |\n`;
}

const correctable = `a corrected one may be sent within ${correctWithinDays} days`;

function correctionRow({ code, title, action, columns }: CorrectionRule): string {
  const shown = Object.entries(columns).map(
    ([field, [from, to]]) => `${fieldNames[field as keyof typeof fieldNames]} ${from}-${to}`,
  );
  return `| ${code} | ${title} | ${shown.join(', ')} | ${correctionSays[action]} |\n`;
}
