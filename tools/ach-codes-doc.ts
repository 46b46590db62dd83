import { writeFileSync } from 'node:fs';
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

const path = new URL('../docs/interface/ach-codes.md', import.meta.url);

/** What the payer is told besides. */
const payerSays: Partial<Readonly<Record<ReturnGroup, string>>> = {
  funds: 'Once it is not presented again any more, the payer gets a link to pay otherwise.',
  dead_account: 'The payer is asked for new details.',
};

const groupTitles: Readonly<Record<ReturnGroup, string>> = {
  funds: 'Not enough money',
  dead_account: 'No account that takes payments',
  authorization: 'Not authorized',
  frozen: 'Frozen, or somebody died',
  formatting: 'Something wrong in what was sent',
  asked_back: 'Asked back, refused or held',
  contested: 'Returns of returns, paper checks, enrollments, payments abroad',
};

const actionSays: Readonly<Record<ReturnAction, string>> = {
  represent: `The payment is presented again, on banking day ${representAfterBankingDays.join(' and once more on banking day ')} after its return.`,
  disable_token: 'The token takes no more payments.',
  revoke:
    'The authorization counts as withdrawn: its subscriptions end, and money that was paid out is taken back.',
  store: 'It is kept on record.',
  ask_person: 'A person looks at it.',
};

const correctionSays: Readonly<Record<CorrectionRule['action'], string>> = {
  correct_token: 'the token is corrected',
  ask_person: 'a person looks at it',
  store: 'it is kept on record',
};

const fieldNames: Readonly<Record<keyof CorrectionRule['columns'], string>> = {
  accountNumber: 'account number',
  routingNumber: 'routing number',
  accountKind: 'transaction code',
  individualName: 'name',
  identification: 'identification',
};

/** docs/interface/ach-codes.md, whole, from the tables that returns and corrections are judged by. */
export function achCodesDoc(): string {
  const groups = Object.keys(groupPolicy) as ReturnGroup[];
  return `<!-- Written by tools/ach-codes-doc.ts from src/ach/. -->

# Returns and corrections of bank payments

The bank of the payer returns a payment that it cannot or may not carry out. The code says why, and decides what
happens. It may come for so many days after the settlement of what it answers, which is the payment or, behind
"Dishonored" and "Contested", a return; where none are named, no number of days bounds it. A code that is not here is
kept on record, and a person looks at it. Codes marked † count in the rate of unauthorized returns.

${groups.map(groupSection).join('\n')}
## Corrections

A payment that is corrected was carried out; its bank tells what to write the next time, in ${correctedDataLength} columns of
corrected data. They are taken only when everything that the code carries stands in its columns, is valid, and
nothing stands beside it. Otherwise a person looks at it.

| Code | What it says | Columns | What happens |
|---|---|---|---|
${correctionRules.map(correctionRow).join('')}`;
}

function groupSection(group: ReturnGroup): string {
  const says = groupPolicy[group].actions.map((action) => actionSays[action]);
  if (payerSays[group]) says.push(payerSays[group]);
  const rows = returnRules.filter((rule) => rule.group === group);
  return `## ${groupTitles[group]}

${says.join(' ')}

| Code | Why | Within |
|---|---|---|
${rows.map(returnRow).join('')}`;
}

function returnRow({ code, title, window, isUnauthorized, again }: ReturnRule): string {
  const corrected = again === 'corrected' ? `; ${correctable}` : '';
  const within = window === 'other' ? '' : `${window.within} ${window.days} days`;
  return `| ${code}${isUnauthorized ? ' †' : ''} | ${title}${corrected} | ${within} |\n`;
}

const correctable = `once corrected it may be sent again within ${correctWithinDays} days`;

function correctionRow({ code, title, action, columns }: CorrectionRule): string {
  const shown = Object.entries(columns).map(
    ([field, [from, to]]) => `${fieldNames[field as keyof typeof fieldNames]} ${from}-${to}`,
  );
  return `| ${code} | ${title} | ${shown.join(', ')} | ${correctionSays[action]} |\n`;
}

if (import.meta.main) writeFileSync(path, achCodesDoc());
