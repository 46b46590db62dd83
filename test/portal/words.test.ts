import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { decisions } from '../../src/records/decisions.ts';

type Words = {
  readonly decisionNames: Readonly<Record<string, unknown>>;
  readonly effectsInSpanish: Readonly<Record<string, string>>;
};
// Its types are of the browser.
const folder = join(import.meta.dirname, '../../portal/src/words');
const { decisionNames, effectsInSpanish } = (await import(join(folder, 'cases.ts'))) as Words;

const sums = { asked: '$89', taken: '$90', difference: '$1', isTooMuch: true };
const effects = Object.entries(decisions).flatMap(([kind, offered]) =>
  Object.entries(offered).map(([decision, effect]) => ({
    name: `${kind}.${decision}`,
    decision,
    effect: typeof effect === 'string' ? effect : effect(sums),
  })),
);
const sentences = (text: string) => text.split(/\.(?: |$)/).filter(Boolean).length;

test('each decision of each kind of case has its name, and the whole of its effect in Spanish', () => {
  const missing = effects.filter(
    ({ name, effect }) => sentences(effectsInSpanish[name] ?? '') !== sentences(effect),
  );
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  );
  const known = new Set(effects.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(effectsInSpanish).filter((name) => !known.has(name)),
    [],
  );
  const unnamed = effects.filter(({ decision }) => decisionNames[decision] === undefined);
  assert.deepEqual(unnamed, []);
});

test('a case is called a case, as in the interface', () => {
  // Forms for leads ask something else.
  const files = globSync('*.ts', { cwd: folder }).filter((name) => name !== 'leads.ts');
  const found = files.flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return [...text.matchAll(/.*\bquestions?\b(?!\.\w).*/gi)].map(([line]) => `${name}: ${line}`);
  });
  assert.deepEqual(found, []);
});
