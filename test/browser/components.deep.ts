import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import { build } from 'vite';
import { atEnd, type Scope } from '../scope.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { axeFlawsOf } from './flaws.ts';

/*
 * Every component with all its states, on the page that portal/ui.html makes of them. PICTURES names a folder for its
 * photographs: PICTURES=/tmp/pictures npm run t components.
 */
describe('the components of the portal in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const baseUrl = await serveComponents({ after });
  const pictures = process.env.PICTURES;
  if (pictures) mkdirSync(pictures, { recursive: true });

  const desk = { width: 1440, height: 900 };
  const phone = { width: 360, height: 780 };
  const looks = {
    light: { viewport: desk, colorScheme: 'light' },
    dark: { viewport: desk, colorScheme: 'dark' },
    phone: { viewport: phone, colorScheme: 'light', hasTouch: true },
    'phone-dark': { viewport: phone, colorScheme: 'dark', hasTouch: true },
    forced: { viewport: desk, forcedColors: 'active' },
    large: { viewport: { width: 720, height: 450 }, deviceScaleFactor: 2 },
  } as const;
  const scenes = ['', 'list', 'list-empty', 'list-loading', 'list-failed', 'palette', 'keys'];

  for (const [look, context] of Object.entries(looks)) {
    test(`${look}: they show themselves, axe finds nothing, nothing is wider than the page`, async (t) => {
      const { page, complaints } = await visit(t, browser, { ...context, reducedMotion: 'reduce' });
      const flaws: string[] = [];
      for (const scene of [...scenes, 'refund', 'receipts']) {
        await page.goto('about:blank');
        await page.goto(`${baseUrl}/ui.html#${scene}`);
        await page.locator('h1, dialog[open]').first().waitFor();
        if (scene === 'list') await page.getByText('$1,250.00').first().waitFor();
        if (scene === 'palette') {
          await page.getByRole('combobox').fill('ada');
          await page.getByRole('option', { name: /^Ada Park/ }).waitFor();
        }
        if (scene === '' || scene === 'list-loading') await page.locator('.bone').first().waitFor();
        if (pictures) {
          const path = join(pictures, `${scene || 'all'}-${look}.png`);
          await page.screenshot({ path, fullPage: scene === '' });
        }
        flaws.push(...(await axeFlawsOf(page)).map((flaw) => `${scene}: ${flaw}`));
        const isWide = await page.evaluate(
          'document.documentElement.scrollWidth > document.documentElement.clientWidth',
        );
        if (isWide) flaws.push(`${scene}: scrolls sideways`);
      }
      assert.deepEqual([...flaws, ...complaints], []);
    });
  }
});

async function serveComponents(scope: Scope): Promise<string> {
  const root = join(import.meta.dirname, '../../portal');
  const outDir = mkdtempSync(join(tmpdir(), 'quittance-components-'));
  atEnd(scope, () => rmSync(outDir, { recursive: true }));
  const input = join(root, 'ui.html');
  const configFile = join(root, 'vite.config.ts');
  const built = { outDir, rolldownOptions: { input } };
  await build({ root, configFile, base: '/', logLevel: 'silent', build: built });
  const types: Readonly<Record<string, string>> = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
  };
  const server = createServer((request, response) => {
    const name = new URL(request.url!, 'http://x').pathname.slice(1);
    try {
      const content = readFileSync(join(outDir, name));
      response.writeHead(200, { 'Content-Type': types[extname(name)] ?? 'text/plain' });
      response.end(content);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  atEnd(scope, () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
