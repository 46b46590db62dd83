import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { operations } from '../index.ts';
import type { ServiceOperation } from '../operation.ts';

const described = operations.filter((operation) => operation.interface === 'service');
const page = join(import.meta.dirname, '../../../../../shared/spec/interface.md');

type Line = {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly booleans: readonly string[];
  readonly result: string;
};

test('operations, parameters and results are those of the interface, in its order', (t) => {
  const lines = linesOf(t);
  if (!lines) return;
  assert.equal(lines.length, 18);
  assert.deepEqual(described.map(lineOf), lines);
});

test('credentials stand before everything else, in the order of their pair', (t) => {
  const lines = linesOf(t);
  if (!lines) return;
  for (const { name, credentials } of described) {
    const words: readonly string[] = parametersIn(lines, name).filter((word) =>
      credentialWord.test(word),
    );
    assert.deepEqual(credentials?.order ?? [], words, name);
  }
});

test('every operation and parameter is documented in whole sentences', () => {
  assert.notEqual(described.length, 0);
  for (const { name, doc, parameters } of described) {
    assert.match(doc, sentence, name);
    for (const [field, { doc }] of Object.entries(parameters)) {
      assert.match(doc, sentence, `${name} ${field}`);
    }
  }
});

test('what must not be written anywhere is marked as a secret, and nothing else', () => {
  const secrets = described.flatMap(({ name, parameters }) =>
    Object.keys(parameters)
      .filter((field) => parameters[field]!.isSecret)
      .map((field) => `${name} ${field}`),
  );
  assert.deepEqual(secrets, [
    'CreateMerchantAccount DateOfBirth',
    'CreateMerchantAccount SSN',
    'CreateMerchantAccount AccountNumber',
    'CreateMerchantAccountTest DateOfBirth',
    'CreateMerchantAccountTest SSN',
    'CreateMerchantAccountTest AccountNumber',
    'AcquirerATokenUpdate CardNumber',
  ]);
});

const sentence = /^[A-Z].{8,}\.$/s;
const credentialWord = /^(?:Token|Username|ewBusiness(?:User|Token))$/;

function lineOf({ name, credentials, parameters, result }: ServiceOperation): Line {
  const typed = Object.entries(parameters);
  return {
    name,
    parameters: [...(credentials?.order ?? []), ...typed.map(([field]) => field)],
    booleans: typed.filter(([, { soapType }]) => soapType === 'boolean').map(([field]) => field),
    result: typeof result === 'string' ? result : result.name,
  };
}

/** The table of operations as the specification has it, if that lies beside this checkout. */
function linesOf(t: TestContext): Line[] | undefined {
  if (!existsSync(page)) {
    t.skip('SKIPPED: the specification is not beside this checkout');
    return undefined;
  }
  const [, section = ''] = readFileSync(page, 'utf8').split(/^### 4\.2 .*$|^## 5\..*$/m);
  const [, table = ''] = section.split('| Operation | Parameters | Result |\n');
  const rows = table.split('\n\n')[0]!.split('\n').slice(1);
  const lines: Line[] = [];
  for (const row of rows) {
    const [name = '', parameters = '', result = ''] = row.replace(/^\| | \|$/g, '').split(' | ');
    lines.push({ name, ...parametersOf(parameters, lines), result: resultOf(result) });
  }
  return lines;
}

function parametersOf(cell: string, before: readonly Line[]) {
  const same = /^same as (\w+) but with (\w+) in place of (\w+)$/.exec(cell);
  if (same) {
    const [, name = '', instead = '', left] = same;
    return {
      parameters: parametersIn(before, name).map((field) => (field === left ? instead : field)),
      booleans: [],
    };
  }
  const typed = cell.split(', ').flatMap(numbered);
  const nameOf = (text: string) => text.replace(' (boolean)', '');
  return {
    parameters: typed.map(nameOf),
    booleans: typed.filter((text) => text !== nameOf(text)).map(nameOf),
  };
}

function parametersIn(lines: readonly Line[], name: string): readonly string[] {
  return lines.find((line) => line.name === name)?.parameters ?? [];
}

/** "CustomField1..CustomField7" is seven of them. */
function numbered(text: string): string[] {
  const [, stem, from, to] = /^(\D+)(\d+)\.\.\1(\d+)$/.exec(text) ?? [];
  if (!from) return [text];
  return Array.from(
    { length: Number(to) - Number(from) + 1 },
    (_, i) => `${stem}${Number(from) + i}`,
  );
}

function resultOf(cell: string): string {
  return cell === 'string' ? 'text' : cell.replace('list of ', '');
}
