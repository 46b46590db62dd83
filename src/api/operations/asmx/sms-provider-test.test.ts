import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../../test/any-text.ts';
import type { Reply } from '../operation.ts';
import { smsProviderTest } from './sms-provider-test.ts';

/** As the wire does it, without a world and without a caller: neither is touched. */
async function textFor(fields: Readonly<Record<string, string>>): Promise<string> {
  const values: Record<string, unknown> = {};
  for (const [name, text] of Object.entries(fields)) {
    const read = smsProviderTest.parameters[name]!.parse(text);
    assert.ok(read.ok, name);
    values[name] = read.value;
  }
  const none = undefined as never;
  const { body } = (await smsProviderTest.handle(none, none, values)) as Reply;
  assert.deepEqual(
    { ...body, Data: null },
    {
      IsSuccess: true,
      Message: 'Nothing was sent: this is the text that would be.',
      Data: null,
      OrderNumber: null,
      SMSID: null,
    },
  );
  assert.deepEqual(Object.keys(body.Data!), ['Text']);
  return String(body.Data!.Text);
}

test('the text names what was given and nothing else', async () => {
  const texts = [
    [{}, 'This is a test reminder: your payment is due.'],
    [{ AmountHolder: '12.5' }, 'This is a test reminder: your payment of $12.50 is due.'],
    [{ AmountHolder: '0.00' }, 'This is a test reminder: your payment is due.'],
    [{ State: 'FL' }, 'This is a test reminder: your payment is due (FL).'],
    [
      { AmountHolder: '999999.99', State: "Coeur d'Alene, Idaho" },
      "This is a test reminder: your payment of $999999.99 is due (Coeur d'Alene, Idaho).",
    ],
  ] as const;
  for (const [fields, text] of texts) assert.equal(await textFor(fields), text);
});

test('letters of every script are words', async () => {
  for (const State of ['Québec', 'Que\u0301bec', 'नई दिल्ली', '東京', '12', 'N.Y.']) {
    assert.ok((await textFor({ State })).endsWith(`(${State}).`), State);
  }
});

test('State is refused with anything that is more than words', () => {
  const { parse } = smsProviderTest.parameters.State!;
  for (const text of ['<b>', 'a&b', '"FL"', 'a\nb', 'a\0b', '\u202eFL', 'a/b', 'x://y', '\ud800']) {
    assert.equal(parse(text).ok, false, JSON.stringify(text));
  }
  assert.equal(parse('4111111111111111').ok, false);
  assert.equal(parse('a'.repeat(100)).ok, true);
  assert.equal(parse('a'.repeat(101)).ok, false);
});

test('whatever is sent, the text holds no markup and no control characters', async () => {
  const { parse } = smsProviderTest.parameters.State!;
  const near = fc.string({ unit: fc.constantFrom(...'aZé9 .,-<>&\u0301\u200d\t') });
  const word = fc.oneof(anyText(), near, fc.constantFrom('FL', 'Ohio'));
  await fc.assert(
    fc.asyncProperty(word, async (state) => {
      const State = state.trim();
      fc.pre(State !== '' && parse(State).ok);
      assert.doesNotMatch(await textFor({ State }), /[<>&"/\\\p{C}\p{Zl}\p{Zp}]/u);
    }),
  );
});

test('nobody is asked who they are', () => {
  assert.equal(smsProviderTest.credentials, undefined);
  assert.deepEqual(Object.keys(smsProviderTest.parameters), ['AmountHolder', 'State']);
  for (const parameter of Object.values(smsProviderTest.parameters)) {
    assert.equal(parameter.isRequired, false);
  }
});
