import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { serveV1 } from '../v1/serve.ts';
import { prints, run, runs, skipped } from './stock.ts';

/*
 * Clients that OpenAPI Generator makes of our document. The one that a package brings knows OpenAPI 3.0; another
 * stock tool translates the document from 3.1.
 */
const tools = [
  '@openapitools/openapi-generator-cli@1.0.18-5.0.0-beta2',
  '@apiture/openapi-down-convert@0.14.2',
];
// Others may generate other code: where there is another version, they are not here.
const missingTools =
  !(
    prints('5.0.0-beta2', 'openapi-generator', 'version') &&
    prints('0.14.2', 'openapi-down-convert', '--version')
  ) && skipped('OpenAPI Generator', `${tools.join(' ')}, with Java`, 'npm install --global');

const python = '/usr/bin/python3';
const phpParts = 'exit((include "GuzzleHttp/autoload.php") && extension_loaded("curl") ? 0 : 1);';
const languages = {
  python: {
    program: [python, join(import.meta.dirname, 'generated.py')],
    missing:
      !runs(python, '-c', 'import urllib3, dateutil, six, certifi') &&
      skipped('what it needs', 'python3-urllib3 python3-dateutil python3-six python3-certifi'),
  },
  php: {
    program: ['php', join(import.meta.dirname, 'generated.php')],
    missing:
      !runs('php', '-r', phpParts) &&
      skipped('what it needs', 'php-cli php-curl php-mbstring php-guzzlehttp-guzzle'),
  },
} as const;

/** Keys that retry; a list of three in two pages; an object by its id; a decline; a refund; a problem. */
const expected = [
  ['made', ['P-1', 'P-2', 'P-3'].map((order) => ['captured', 1250, order])],
  ['again', true],
  ['pages', [['P-3', 'P-2'], ['P-1']]],
  ['found', 'P-1'],
  ['declined', ['declined', 'card_declined']],
  ['refunded', ['succeeded', 500, 500]],
  ['wrong', [404, 'not_found']],
];

test('clients that OpenAPI Generator makes of the document work', {
  skip: missingTools,
}, async (t) => {
  const { baseUrl, addBusiness } = await serveV1(t);
  const folder = await mkdtemp(join(tmpdir(), 'quittance-generated-'));
  t.after(() => rm(folder, { recursive: true }));
  const document = await fetch(`${baseUrl}/openapi.json`);
  await writeFile(join(folder, 'openapi.json'), await document.text());
  await generate(folder);
  for (const [language, { program, missing }] of Object.entries(languages)) {
    await t.test(`in ${language}`, { skip: missing }, async () => {
      const { apiKey } = await addBusiness();
      const settings = { SERVICE_URL: baseUrl, SERVICE_API_KEY: apiKey };
      const printed = await run([...program, join(folder, language)], '', settings);
      const lines = printed.trimEnd().split('\n');
      assert.deepEqual(
        lines.map((line) => JSON.parse(line)),
        expected,
      );
    });
  }
});

type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
};

/** The translator leaves `anyOf` of a schema and null, which the generator does not know. */
function withNullable(text: string): string {
  const { schemas } = JSON.parse(text).components as { schemas: Record<string, Schema> };
  const named = ({ $ref, ...own }: Schema) => ($ref ? schemas[$ref.replace(/^.*\//, '')] : own);
  return JSON.stringify(
    JSON.parse(text, (_, value: Schema | null) => {
      const { anyOf, ...others } = value ?? {};
      if (anyOf?.length !== 2 || anyOf[1]!.type !== 'null') return value;
      return { ...named(anyOf[0]!), ...others, nullable: true };
    }),
  );
}

/** A client in each language, by one process of the generator. */
async function generate(folder: string): Promise<void> {
  const [newer, older] = [join(folder, 'openapi.json'), join(folder, 'openapi-3.0.json')];
  await run(['openapi-down-convert', '--input', newer, '--output', older], '');
  await writeFile(older, withNullable(await readFile(older, 'utf8')));
  const files = [];
  for (const generatorName of Object.keys(languages)) {
    const file = join(folder, `${generatorName}.config.json`);
    const outputDir = join(folder, generatorName);
    // Some words of 3.1, such as const, remain, which it does not know and reads over.
    const choices = { generatorName, inputSpec: older, outputDir, validateSpec: false };
    const globalProperties = { apiTests: 'false', modelTests: 'false', apiDocs: 'false' };
    await writeFile(file, JSON.stringify({ ...choices, globalProperties }));
    files.push(file);
  }
  // It ends too soon for a compiler that optimizes.
  const settings = { JAVA_OPTS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };
  const said = await run(['openapi-generator', 'batch', ...files], '', settings);
  assert.match(said, /\[SUCCESS\]/);
}
