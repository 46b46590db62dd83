import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { docsDoor } from '../../src/api/docs/docs-door.ts';
import { outline } from '../../src/api/docs/outline.ts';
import type { Request } from '../../src/api/http/request.ts';
import { serveV1 } from '../v1/serve.ts';

/** Every page of the site, as a browser gets it. */
const root = join(import.meta.dirname, '../..');
const { baseUrl } = await serveV1({ after });

async function read(path: string) {
  const answer = await docsDoor.answer({ method: 'GET', url: path, headers: {} } as Request, '');
  return { ...answer, text: String(answer.body) };
}

const pages = new Map<string, string>();
for (const queue = ['/docs']; queue.length > 0; ) {
  const path = queue.shift()!;
  if (pages.has(path)) continue;
  const { status, headers, text } = await read(path);
  assert.equal(status, 200, path);
  if (!headers['Content-Type']!.startsWith('text/html')) continue;
  pages.set(path, text);
  for (const to of linksIn(text)) {
    const [place] = to.split('#');
    if (/^\/docs(?:\/|$)/.test(place!)) queue.push(place!);
  }
}

function linksIn(text: string): readonly string[] {
  return [...text.matchAll(/\s(?:href|src|action)="([^"]+)"/g)].map(([, to]) => to!);
}

test('every file of docs/ is a page that is reached by links, and every section names files that are there', () => {
  const files = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.md'),
  );
  assert.ok(files.length > 140);
  for (const file of files) {
    const place = `/docs/${file.replace(/(?:^|\/)?README\.md$|\.md$/, '')}`.replace(/\/$/, '');
    assert.ok(pages.has(place), `${place} is not reached: list it in src/api/docs/outline.ts`);
  }
  const listed = outline.flatMap((section) => section.files);
  assert.equal(new Set(listed).size, listed.length);
  const inSite = listed.filter((file) => file.startsWith('docs/'));
  assert.deepEqual(
    inSite.filter((file) => !files.includes(file.slice('docs/'.length))),
    [],
  );
});

test('every link of every page leads to a page, and to a heading that is there', async () => {
  const others = new Map<string, string>();
  for (const [from, text] of pages) {
    for (const to of linksIn(text)) {
      if (/^https?:/.test(to)) continue;
      const [place = '', id] = to.startsWith('#') ? [from, to.slice(1)] : to.split('#');
      const there = pages.get(place) ?? others.get(place) ?? (await textAt(place, from));
      if (!pages.has(place)) others.set(place, there);
      if (id !== undefined) {
        assert.ok(there.includes(`id="${decodeURIComponent(id)}"`), `${from} leads to ${to}`);
      }
    }
  }
});

async function textAt(place: string, from: string): Promise<string> {
  const answer = await fetch(new URL(place, baseUrl), { headers: { accept: 'text/html' } });
  assert.equal(answer.status, 200, `${from} leads to ${place}`);
  return await answer.text();
}

test('a page has one title, ids of its own, and nothing that its policy forbids', () => {
  for (const [path, text] of pages) {
    assert.equal(text.match(/<h1\b/g)?.length, 1, path);
    const ids = [...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    assert.equal(new Set(ids).size, ids.length, path);
    // In a tag: a sample may show how others write theirs.
    assert.doesNotMatch(text, /<[a-z][^<>]*\s(?:style=|on\w+=|[\w-]+=&quot;)/i, path);
    assert.doesNotMatch(text, /<script(?![^>]*\ssrc="\/)|<style/, path);
    assert.doesNotMatch(text, /(?:src|action)="(?:https?:)?\/\//, path);
    // A mark that was not understood.
    const written = text.replace(/<(pre|code)\b[\s\S]*?<\/\1>/g, '');
    assert.doesNotMatch(written, /\]\(|\*\*|^\s*\||`/m, path);
  }
});

test('pages ask only this service, are compressed, and are not sent again while they are the same', async () => {
  const address = `${baseUrl}/docs/interface/idempotency/`;
  const answer = await fetch(address, { headers: { 'accept-encoding': 'br' } });
  assert.equal(answer.headers.get('content-encoding'), 'br');
  const policy = answer.headers.get('content-security-policy')!;
  assert.match(policy, /default-src 'none'.*script-src 'self'.*connect-src 'self'/);
  assert.doesNotMatch(policy, /unsafe|https?:/);
  assert.match(await answer.text(), /<h1 id="/);
  const again = await fetch(address, {
    headers: { 'if-none-match': answer.headers.get('etag')! },
  });
  assert.deepEqual([again.status, await again.text()], [304, '']);
  const missing = await fetch(`${baseUrl}/docs/nothing`);
  assert.equal(missing.status, 404);
  assert.match(await missing.text(), /This page is not there/);
  const posted = await fetch(`${baseUrl}/docs/interface/v1`, { method: 'POST', body: 'a' });
  assert.deepEqual([posted.status, posted.headers.get('allow')], [405, 'GET, HEAD']);
});

test('a page is there as Markdown too, and no other file of the repository is', async () => {
  const source = await read('/docs/interface/amounts.md');
  assert.equal(source.headers['Content-Type'], 'text/markdown; charset=utf-8');
  assert.match(source.text, /^# /);
  for (const path of ['/docs/../package.json', '/docs/pictures/../README.md', '/docs/%2e%2e/x']) {
    assert.equal((await read(path)).status, 404, path);
  }
});
