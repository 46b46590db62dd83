import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/any-text.ts';
import { phoneType, phoneTypes, tollFreeAreaCodes } from './phone-type.ts';
import { mixedAreaCodes, ranges } from './ranges.ts';

const environments = ['sandbox', 'live'] as const;
const unknown = { type: 'unknown', carrier: undefined };

/** The same answer everywhere. */
function answers(number: string, type: string): void {
  for (const environment of environments) {
    assert.deepEqual(phoneType(number, environment), { type, carrier: undefined }, number);
  }
}

test('every toll-free area code in service is toll-free', () => {
  for (const areaCode of ['800', '833', '844', '855', '866', '877', '888']) {
    answers(`${areaCode}2000000`, 'tollfree');
    answers(`${areaCode}9999999`, 'tollfree');
    answers(`${areaCode}5550100`, 'tollfree');
  }
});

test('area codes kept for later toll-free numbers are not toll-free yet', () => {
  for (const areaCode of ['822', '880', '881', '882', '883', '884', '885', '886', '887', '889']) {
    answers(`${areaCode}2345678`, 'unknown');
  }
});

test('area codes beside the toll-free ones are not', () => {
  const beside = [
    '799',
    '801',
    '832',
    '834',
    '843',
    '845',
    '854',
    '856',
    '865',
    '867',
    '878',
    '887',
  ];
  for (const areaCode of beside) answers(`${areaCode}2345678`, 'unknown');
});

test('area code 900 is premium, and its neighbours are not', () => {
  answers('9002000000', 'premium');
  answers('9009999999', 'premium');
  answers('9005550100', 'premium');
  answers('8999999999', 'unknown');
  answers('9012000000', 'unknown');
});

test('exchange 976 is premium in the United States and Canada', () => {
  for (const areaCode of ['212', '213', '416', '514', '989', '204']) {
    answers(`${areaCode}9760000`, 'premium');
    answers(`${areaCode}9769999`, 'premium');
    answers(`${areaCode}9759999`, 'unknown');
    answers(`${areaCode}9770000`, 'unknown');
  }
});

test('exchange 976 means nothing where no such area code is in service', () => {
  for (const areaCode of ['211', '222', '411', '500', '600', '700', '710', '822', '999', '809']) {
    answers(`${areaCode}9760000`, 'unknown');
  }
});

test('exchange 976 is what their own plan makes it elsewhere', () => {
  answers('2469760000', 'premium');
  answers('3459760000', 'premium');
  answers('7589760000', 'unknown');
});

test('a number of the United States or Canada does not tell a landline from a mobile', () => {
  for (const areaCode of ['212', '310', '415', '907', '808', '416', '604', '787', '671', '684']) {
    answers(`${areaCode}2345678`, 'unknown');
  }
});

test('numbers for services, machines and governments are of no kind', () => {
  for (const areaCode of ['500', '521', '533', '544', '566', '577', '588', '600', '622', '633']) {
    answers(`${areaCode}2345678`, 'unknown');
  }
  answers('7002345678', 'unknown');
  answers('7102345678', 'unknown');
});

test('what is no North American number is of no kind', () => {
  for (const number of ['', '8', '911', '2125550', '212234567', '80023456789', '+18002345678']) {
    answers(number, 'unknown');
  }
  for (const number of ['0002345678', '1002345678', '8000345678', '8001345678', '9001999999']) {
    answers(number, 'unknown');
  }
  answers('800234567x', 'unknown');
  answers('٨٠٠٢٣٤٥٦٧٨', 'unknown');
  answers('8002345678\n', 'unknown');
});

test('exchanges of the Caribbean have the kind that their plan gives them', () => {
  const known = [
    ['2684600000', 'landline'],
    ['2684639999', 'landline'],
    ['2684640000', 'mobile'],
    ['2684659999', 'unknown'],
    ['2684809999', 'voip'],
    ['2684829999', 'unknown'],
    ['2423000000', 'tollfree'],
    ['8762100000', 'mobile'],
  ] as const;
  for (const [number, type] of known) answers(number, type);
});

test('within an exchange the first digit of the line can decide', () => {
  answers('2465210999', 'landline');
  answers('2465211000', 'mobile');
  answers('2465212000', 'unknown');
  answers('8766060000', 'landline');
  answers('8766061000', 'unknown');
});

test('where a number may be either it does not tell, whatever its exchange', () => {
  for (const areaCode of ['809', '829', '849', '441']) answers(`${areaCode}2345678`, 'unknown');
});

test('numbers kept for films are of no kind in live', () => {
  for (const areaCode of ['212', '416', '784', '876', '999']) {
    for (const line of ['0100', '0110', '0149', '0199']) {
      assert.deepEqual(phoneType(`${areaCode}555${line}`, 'live'), unknown);
    }
  }
});

test('in the sandbox they are of every kind, up to the edge of each range', () => {
  const rows = [
    ['0099', 'unknown', undefined],
    ['0100', 'mobile', 'Sandbox Wireless'],
    ['0109', 'mobile', 'Sandbox Wireless'],
    ['0110', 'landline', 'Sandbox Telephone'],
    ['0119', 'landline', 'Sandbox Telephone'],
    ['0120', 'voip', 'Sandbox Voice'],
    ['0129', 'voip', 'Sandbox Voice'],
    ['0130', 'tollfree', undefined],
    ['0139', 'tollfree', undefined],
    ['0140', 'premium', undefined],
    ['0149', 'premium', undefined],
    ['0150', 'unknown', undefined],
    ['0199', 'unknown', undefined],
    ['0200', 'unknown', undefined],
  ] as const;
  for (const areaCode of ['212', '416', '999']) {
    for (const [line, type, carrier] of rows) {
      assert.deepEqual(phoneType(`${areaCode}555${line}`, 'sandbox'), { type, carrier });
    }
  }
});

test('the numbers kept for films come before what a plan makes of their exchange', () => {
  answers('8765550099', 'mobile');
  answers('8765550199', 'unknown');
  answers('8765550200', 'mobile');
  assert.equal(phoneType('8765550110', 'sandbox').type, 'landline');
});

test('any text at all gets one of the six kinds', () => {
  const digits = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 12 });
  const number = fc.oneof(
    anyText(),
    digits.map((all) => all.join('')),
    fc
      .tuple(fc.nat(ranges.length - 1), fc.nat(9_999_999))
      .map(([at, n]) => ranges[at]![1] + String(n).padStart(7, '0')),
  );
  fc.assert(
    fc.property(number, fc.constantFrom(...environments), (text, environment) => {
      const { type, carrier } = phoneType(text, environment);
      assert.ok(phoneTypes.includes(type));
      if (environment === 'live') assert.equal(carrier, undefined);
      if (type !== 'unknown') assert.match(text, /^[2-9]\d\d[2-9]\d{6}$/);
    }),
    { numRuns: 500 },
  );
});

test('the sandbox differs from live in the test numbers only', () => {
  const number = fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }).map(String);
  fc.assert(
    fc.property(number, (text) => {
      fc.pre(text.slice(3, 8) !== '55501');
      assert.deepEqual(phoneType(text, 'sandbox'), phoneType(text, 'live'));
    }),
  );
});

test('no area code is both mixed and kept apart, and none stands twice', () => {
  const mixed = [...mixedAreaCodes.us, ...mixedAreaCodes.ca].flatMap((line) => line.split(' '));
  const apart = new Set(ranges.map(([, areaCode]) => areaCode));
  const all = [...mixed, ...apart, ...tollFreeAreaCodes, '900'];
  assert.equal(new Set(all).size, all.length);
  for (const areaCode of all) assert.match(areaCode, /^[2-9]\d\d$/);
});

test('no exchange is of two kinds', () => {
  const seen = new Map<string, string>();
  for (const [, areaCode, type, exchanges] of ranges) {
    for (const run of exchanges.split(' ')) {
      assert.match(run, /^[2-9]\d{2,3}(?:-[2-9]\d{2,3})?$/);
      const [first, last = first] = run.split('-').map(Number) as [number, number?];
      assert.ok(first <= last && String(first).length === String(last).length, run);
      for (let code = first; code <= last; code += 1) {
        for (const block of code > 999 ? [code] : [...Array(10).keys()].map((d) => code * 10 + d)) {
          const before = seen.get(`${areaCode}${block}`);
          assert.equal(before, undefined, `${areaCode} ${block}: ${type} and ${before}`);
          seen.set(`${areaCode}${block}`, type);
        }
      }
    }
  }
});
