import assert from 'node:assert/strict';
import { test } from 'node:test';
import { migrate } from '../src/database/migrate.ts';
import { accountTypes } from '../src/kernel/bank-account.ts';
import { payoutAccountOf } from '../src/parties/applications/payout-account.ts';
import { databaseOf } from './old-database.ts';

const account = { RoutingNumber: '021000021', AccountName: 'Park Bakery LLC', DBA: 'Park' };

/** Every word that is understood, as callers may write it; and what is like one and is none. */
const types = [
  ...[...accountTypes.keys()].flatMap((word) => [
    word,
    word.toUpperCase(),
    `${word[0]!.toUpperCase()}${word.slice(1)}`,
    `${word} account`,
    `${word}_ACCT.`,
    `(${[...word].join('-')}/)`,
    `${word}${' '.repeat(100 - word.length)}`,
    `${word}${' '.repeat(101 - word.length)}`,
    `${word}s`,
    `x${word}`,
    `${word}\n`,
    `${word} account acct`,
    `${word}\u00a0`,
    word.replace('s', '\u017f'),
    word.replace('i', '\u0130'),
    word.replace('k', '\u212a'),
  ]),
  ...[
    '',
    'account',
    'Money market',
    'savingschecking',
    'checking/savings',
    'businesspersonal',
    '1',
  ],
];

const forms: readonly Readonly<Record<string, string>>[] = [
  {},
  account,
  { RoutingNumber: account.RoutingNumber },
  { RoutingNumber: account.RoutingNumber, DBA: 'Park' },
  { RoutingNumber: account.RoutingNumber, AccountName: '', DBA: 'Park' },
  { AccountName: 'Park Bakery LLC', DBA: 'Park', AccountType: 'Savings' },
  ...types.map((AccountType) => ({ ...account, AccountType })),
];

test('stored applications name after 0032 the account that they name for the program', async (t) => {
  const db = await databaseOf(t, 31);
  await db.query(
    `insert into applications (business_id, id, state, version, email, details, requirements, outcome_codes,
       created_at)
     select 100001, n, 'active', 1, 'ada@example.com', details, '{}', '{}', '2030-01-15 15:00:00+00'
     from unnest($1::json[]) with ordinality as r (details, n)`,
    [forms.map((form) => JSON.stringify(form))],
  );
  assert.ok((await migrate(db)).includes('0032_payout_accounts'));

  const rows = await db.query(
    `select payout_routing_number as "payoutRoutingNumber", payout_holder as "payoutHolder",
       payout_account_kind as "payoutAccountKind", details
     from applications order by id`,
  );
  const none = { payoutRoutingNumber: null, payoutHolder: null, payoutAccountKind: null };
  const expected = forms.map((details) => ({ ...none, ...payoutAccountOf(details), details }));
  assert.deepEqual(rows, expected);
  const kinds = new Set(expected.map(({ payoutAccountKind }) => payoutAccountKind));
  assert.deepEqual(kinds, new Set([null, 'checking', 'savings']));
});
