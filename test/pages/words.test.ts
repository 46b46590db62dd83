import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as account from '../../src/api/pages/words/account.ts';
import * as common from '../../src/api/pages/words/all-pages.ts';
import * as lead from '../../src/api/pages/words/lead.ts';
import * as pay from '../../src/api/pages/words/pay.ts';
import * as receipt from '../../src/api/pages/words/receipt.ts';
import { declineText, flawText, refusalText } from '../../src/api/pages/words/refusals.ts';
import * as slips from '../../src/api/pages/words/slips.ts';
import * as subscription from '../../src/api/pages/words/subscription.ts';
import { type RefusalCode, refusals } from '../../src/kernel/refusal.ts';
import * as methods from '../../src/notify/mail/words/methods.ts';
import * as receipts from '../../src/notify/mail/words/receipts.ts';
import * as subscriptions from '../../src/notify/mail/words/subscriptions.ts';
import * as texts from '../../src/notify/mail/words/texts.ts';
import { declines } from '../../src/ports/processors/declines.ts';

const tables = {
  ...{ account, common, lead, pay, receipt, slips, subscription },
  ...{ methods, receipts, subscriptions, texts },
};

/** Called the same in two languages. */
const sameWords = new Set([
  ...['Total', 'Date', 'Plan', 'Province', 'MM/AA', 'Confirmar', 'Message', 'Page'],
]);

for (const [name, table] of Object.entries(tables)) {
  test(`each text of ${name} stands in three languages, and none of them twice`, () => {
    for (const [key, said] of [...textsIn(table)]) {
      assert.equal(said.length, 3, key);
      const [en, es, fr] = said.map((one) => String(one).trim());
      assert.ok(en && es && fr, key);
      // A text that is made of values alone says nothing.
      if (!/\p{L}{3}/u.test(en!.replaceAll('VALUE', ''))) continue;
      for (const other of [es!, fr!]) {
        assert.ok(other !== en || sameWords.has(other), `${key}: ${other}`);
      }
      assert.ok(es !== fr || sameWords.has(es!), `${key}: ${es}`);
      assert.doesNotMatch(`${es} ${fr}`, /\b(?:the|your|please|this|with)\b/i, key);
      // Spaces of French print stay with their signs.
      assert.doesNotMatch(fr!, / [:;!?»]|« /, key);
    }
  });
}

/** The texts of a table, those with values told with some. */
function* textsIn(value: unknown, key = ''): Generator<readonly [string, readonly unknown[]]> {
  if (typeof value === 'function') {
    // Each value stands for a name, an amount, a number or true.
    if (!value.name.startsWith('payFaultsIn') && !value.name.startsWith('inGsm')) {
      yield* textsIn(value(...Array.from({ length: 4 }, () => 'VALUE')), key);
    }
  } else if (Array.isArray(value)) {
    if (value.length === 3) yield [key, value];
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, one] of Object.entries(value)) yield* textsIn(one, `${key}.${name}`);
  }
}

test('each refusal, decline and flaw says something in each language', () => {
  const codes = Object.keys(refusals) as RefusalCode[];
  const said = [
    ...codes.map((code) => refusalText({ code, message: 'English.' })),
    ...Object.keys(declines).map((outcomeCode) =>
      declineText({ outcomeCode, message: 'English.' }),
    ),
    declineText({ outcomeCode: 'rejected', message: 'English.' }),
    declineText({ outcomeCode: 'unheard_of', message: 'English.' }),
    ...['too_long', 'malformed'].map((code) => flawText({ code, rule: 'is wrong' })),
  ];
  for (const [en, es, fr] of said) {
    assert.match(en, /^(?:English|This is wrong)\.$/);
    for (const text of [es, fr]) assert.match(text, /^\p{Lu}.{10,}\.$/u);
    assert.notEqual(es, fr);
  }
});
