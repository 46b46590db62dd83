import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decoderOf } from '../../src/api/http/decode.ts';
import { operations } from '../../src/api/operations/index.ts';
import type { Parameter } from '../../src/api/operations/operation.ts';
import { readForm } from '../../src/api/pages/page.ts';
import type { Business } from '../../src/parties/businesses/business.ts';

const today = Temporal.PlainDate.from('2030-01-15');
const business = { environment: 'sandbox' } as Business;
/** Twice as many units as the longest field may have characters, and as much again. */
const most = 8192;
const texts = ['٣'.repeat(120_000), '\u{1D7D9}'.repeat(60_000), '4 '.repeat(120_000)];

for (const operation of operations) {
  test(`no reader of ${operation.name} is given more than a field could take`, (t) => {
    let longest = 0;
    const parameters: Record<string, Parameter> = {};
    for (const [name, parameter] of Object.entries(operation.parameters)) {
      parameters[name] = {
        ...parameter,
        parse(text, beside) {
          longest = Math.max(longest, text.length);
          return parameter.parse(text, beside);
        },
      };
    }
    const { replace } = String.prototype;
    // Digits of other scripts are found by it: so it shows what is read of a secret, which no parser sees.
    t.mock.method(String.prototype, 'replace', function (this: string, ...args: unknown[]) {
      longest = Math.max(longest, this.length);
      return Reflect.apply(replace, this, args);
    });
    const decode = decoderOf({ ...operation, parameters } as typeof operation);
    for (const name of Object.keys(parameters)) {
      for (const text of texts) {
        const { faults } = decode(new Map([[name, text]]), { business, today });
        assert.ok(longest <= most, `${name}: ${longest}`);
        if (!parameters[name]!.isCut)
          assert.ok(
            faults.some(({ field }) => field === name),
            name,
          );
      }
    }
  });
}

test('a field of a page that is longer than any field is refused before it is read', () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const body = (length: number) => Buffer.from(`name=${'a'.repeat(length)}`);
  assert.equal(readForm({ headers, body: body(most) }).text('name').length, most);
  assert.throws(() => readForm({ headers, body: body(most + 1) }), { code: 'too_large' });
});
