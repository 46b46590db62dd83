import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { serveV1 } from '../v1/serve.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { enter, fillBusiness, screensOf, shown, still } from './screens.ts';

/*
 * Every screen in Spanish: no text of it is the English half of a text of the portal, where the Spanish half differs.
 */

/** As the businesses of tests are called. */
const businessName = 'Test';

type Pair = { readonly en: RegExp; readonly es: RegExp };

const folder = join(import.meta.dirname, '../../portal/src/words');
const quoted = String.raw`('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|\`[^\`]*\`)`;
const pair = new RegExp(
  String.raw`[[(](?:'\w+', '\w+', )?\s*${quoted},\s*${quoted},?\s*[\])]`,
  'g',
);

/** A text as it stands in a file: what is put into it may be anything. */
function formOf(source: string): RegExp {
  const parts = source.slice(1, -1).split(/\$\{[^}]*\}/);
  return new RegExp(
    `^${parts.map((part) => RegExp.escape(part.replaceAll(/\\(.)/g, '$1'))).join('.+')}$`,
    'u',
  );
}

function pairsOf(file: string): Pair[] {
  const text = readFileSync(join(folder, file), 'utf8');
  return [...text.matchAll(pair)]
    .filter(([, en, es]) => en !== es && /\p{L}{3}/u.test(en!.replaceAll(/\$\{[^}]*\}/g, '')))
    .map(([, en, es]) => ({ en: formOf(en!), es: formOf(es!) }));
}

describe('the portal in Spanish in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const v1 = await serveV1({ after });
  const filled = await fillBusiness({ after }, v1);
  const pairs = globSync('*.ts', { cwd: folder }).flatMap(pairsOf);

  test('every screen opens at its address, and has no text in English', async (t) => {
    assert.ok(pairs.length > 1000, String(pairs.length));
    const { context, page, complaints } = await visit(t, browser, still);
    await context.addInitScript("localStorage.setItem('language', 'es')");
    await enter(context, filled.person, v1);
    const found: string[] = [];
    for (const screen of screensOf(filled)) {
      const from = complaints.length;
      await page.goto(v1.baseUrl + screen);
      await shown(page);
      assert.equal(await page.evaluate('document.documentElement.lang'), 'es');
      const texts = new Set(await page.evaluate<string[]>(textsShown));
      texts.delete(businessName);
      for (const text of texts) {
        const isEnglish =
          pairs.some(({ en }) => en.test(text)) && !pairs.some(({ es }) => es.test(text));
        if (isEnglish) found.push(`${screen}: ${text}`);
      }
      found.push(...complaints.slice(from).map((one) => `${screen}: ${one}`));
    }
    assert.deepEqual(found, []);
  });
});

/** Of elements that are seen, and what is read out of them. */
const textsShown = `(() => {
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const { textContent, parentElement } = walker.currentNode;
    if (!parentElement.closest('.mono, .code, code, pre, script')) texts.push(textContent);
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder]'))
    for (const name of ['aria-label', 'title', 'placeholder']) texts.push(element.getAttribute(name) ?? '');
  return texts.map((text) => text.replaceAll(/\\s+/g, ' ').trim()).filter(Boolean);
})()`;
