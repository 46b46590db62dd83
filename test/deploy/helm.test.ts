import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { describeSettings, readConfig } from '../../src/config.ts';
import { root } from '../tidy/tree.ts';

const chart = 'deploy/helm/quittance';
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const templates = globSync(`${chart}/templates/*`, { cwd: root }).map((path) => ({
  path,
  text: read(path),
}));
const values = leaves(read(`${chart}/values.yaml`));

/** The values by their path: of a mapping in block style, with two blanks for each level. */
function leaves(yaml: string): Map<string, string> {
  const found = new Map<string, string>();
  const above: string[] = [];
  for (const line of yaml.split('\n')) {
    if (/^\s*(?:#.*)?$/.test(line)) continue;
    const [, indent, key, value] = /^((?: {2})*)([A-Za-z]+):(?: (.+))?$/.exec(line) ?? [];
    assert.ok(key !== undefined && indent !== undefined, `not understood: ${line}`);
    above.length = indent.length / 2;
    above.push(key);
    if (value !== undefined) found.set(above.join('.'), value);
    else assert.ok(!line.includes('\t'));
  }
  return found;
}

/** What is wrong with a template: braces, blocks that do not end, values that are not there. */
function flawsIn(text: string, known: ReadonlyMap<string, string>): string[] {
  const flaws: string[] = [];
  const opened = text.split('{{').length;
  if (opened !== text.split('}}').length) flaws.push('braces are not in pairs');
  const blocks: string[] = [];
  for (const [, action = ''] of text.matchAll(/\{\{-?\s*(.*?)\s*-?\}\}/g)) {
    const word = action.split(' ', 1)[0]!;
    if (['if', 'range', 'with', 'define'].includes(word)) blocks.push(word);
    if (word === 'end' && blocks.pop() === undefined) flaws.push('an end too many');
    for (const [, path = ''] of action.matchAll(/\.Values\.([A-Za-z.]+)/g)) {
      const isThere = [...known.keys()].some((key) => key === path || key.startsWith(`${path}.`));
      if (!isThere) flaws.push(`no value ${path}`);
      if (known.get(path) === "''" && !/\brequired "|\bdefault /.test(action)) {
        flaws.push(`${path} is empty by default and not required`);
      }
    }
  }
  if (blocks.length > 0) flaws.push(`without an end: ${blocks.join()}`);
  if (text.includes('\t')) flaws.push('a tab');
  return flaws;
}

test('the templates of the chart end their blocks and use values that are there', () => {
  assert.ok(templates.length >= 4);
  for (const { path, text } of templates) assert.deepEqual(flawsIn(text, values), [], path);
});

test('every value is used, and each that has no default is asked for by its name', () => {
  const all = templates.map(({ text }) => text).join('\n');
  for (const path of values.keys()) {
    const places = path.split('.').map((_, index, parts) => parts.slice(0, index + 1).join('.'));
    assert.ok(
      places.some((place) => all.includes(`.Values.${place}`)),
      path,
    );
  }
  for (const path of ['publicUrl', 'existingSecret', 'image.repository']) {
    assert.equal(values.get(path), "''");
    assert.match(all, new RegExp(`required "${path}: [^"]+" \\.(?:root\\.)?Values\\.${path}\\b`));
  }
});

test('what a template includes is defined', () => {
  const all = templates.map(({ text }) => text).join('\n');
  const defined = new Set([...all.matchAll(/define "([^"]+)"/g)].map(([, name]) => name));
  for (const [, name] of all.matchAll(/include "([^"]+)"/g))
    assert.ok(defined.has(name), `${name}`);
});

test('settings of the chart are settings of the service, and its pods have little rights', () => {
  const settings = new Set(describeSettings(readConfig({})).map(({ env }) => env));
  const pod = read(`${chart}/templates/_helpers.tpl`);
  const names = [...pod.matchAll(/- name: ([A-Z_]{4,})$/gm)].map(([, name]) => name!);
  assert.ok(names.length >= 6);
  for (const name of names) assert.ok(settings.has(name), name);
  for (const line of [
    'runAsNonRoot: true',
    'readOnlyRootFilesystem: true',
    'allowPrivilegeEscalation: false',
    'drop: [ALL]',
    'automountServiceAccountToken: false',
  ]) {
    assert.ok(pod.includes(line), line);
  }
});

test('no pod starts without its database and its key', () => {
  const pod = read(`${chart}/templates/_helpers.tpl`);
  for (const key of ['DATABASE_URL', 'QUITTANCE_KEK']) {
    const from = `secretKeyRef: { name: {{ $secret | quote }}, key: ${key}, optional: false }`;
    assert.match(pod, new RegExp(`- name: ${key}\n +valueFrom:\n +${RegExp.escape(from)}\n`));
  }
});

test('old pods end before new ones migrate, unless somebody says that nothing migrates', () => {
  assert.equal(values.get('strategy'), 'Recreate');
  const deployments = templates.filter(({ text }) => text.includes('kind: Deployment'));
  assert.equal(deployments.length, 2);
  for (const { path, text } of deployments)
    assert.match(text, /^ {2}strategy:\n {4}type: \{\{ \.Values\.strategy \}\}$/m, path);
  assert.match(read('docs/operating/upgrade.md'), /Old and new processes do not run side by side/);
});

test('the chart is for this version of the service', () => {
  const { version } = JSON.parse(read('package.json'));
  assert.ok(read(`${chart}/Chart.yaml`).includes(`\nappVersion: ${version}\n`));
});

for (const [what, text, flaw] of [
  ['a block that does not end', '{{ if .Values.mode }}x', 'without an end: if'],
  ['an end too many', '{{ end }}', 'an end too many'],
  ['a value that is not there', '{{ .Values.mood }}', 'no value mood'],
  ['an empty value that nobody asks for', '{{ .Values.publicUrl | quote }}', 'publicUrl is empty'],
  ['half a brace', '{{ .Values.mode }', 'braces are not in pairs'],
] as const) {
  test(`the linter of these tests finds ${what}`, () => {
    const found = flawsIn(text, values);
    assert.ok(
      found.some((one) => one.startsWith(flaw)),
      found.join(),
    );
  });
}
