import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { operations } from '../../src/api/operations/index.ts';
import type { Operation } from '../../src/api/operations/operation.ts';
import { type Endpoint, onlyReads, resourceOf } from '../../src/api/v1/endpoint.ts';
import { endpoints } from '../../src/api/v1/endpoints.ts';
import { workOnce } from '../../src/worker/worker.ts';
import { callBy, resultText } from '../asmx/bindings.ts';
import { goodCall } from '../asmx/good-values.ts';
import { cardFields, client } from '../caller.ts';
import { businessFields, merchantFields } from '../onboarding/fields.ts';
import { readCsvRows } from '../v1/csv-rows.ts';
import type { Made } from '../v1/everything.ts';
import { goodRequest } from '../v1/good-requests.ts';
import { marks, sendMarked } from '../v1/marked-bodies.ts';
import { serveV1, type Told } from '../v1/serve.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { enter, fillBusiness, follow, screensOf, shown, still } from './screens.ts';

/*
 * Markup, formulas and scripts go into every text of every operation that takes them; then everything that shows what is
 * stored is opened. Nothing may run, load or become an element.
 */
describe('stored markup', { skip: missing }, async () => {
  if (missing) return;
  const browser = await startBrowser({ after });
  const v1 = await serveV1({ after });
  const filled = await fillBusiness({ after }, v1);
  const { root, owner, person, made } = filled;
  const world = await v1.open();
  /** The objects that were made of marked requests, by the parameters that name them. */
  const marked: Record<string, string> = {};

  async function send({ method }: Endpoint, good: ReturnType<typeof goodRequest>, body: unknown) {
    const { by, below, path } = good!;
    // Where there are users who may decide, keys do not.
    const isDecided = path.startsWith('/v1/cases/');
    const business = below ?? (isDecided && by === 'owner' ? String(owner.business.id) : undefined);
    const headers = business === undefined ? {} : { 'Quittance-Business': business };
    const as = isDecided ? person : { owner, root }[by];
    return await v1.call(method, path, { body, as, headers });
  }

  test('it is stored by every endpoint that takes a text', async (t) => {
    const [taken, refused]: [string[], string[]] = [[], []];
    for (const endpoint of endpoints) {
      const good = goodRequest(endpoint, made);
      if (onlyReads(endpoint) || !endpoint.body || !good) continue;
      const answer = await sendMarked(endpoint, good.body, (body) => send(endpoint, good, body));
      if (answer.told.status >= 300) refused.push(`${endpoint.id}: ${answer.told.text}`);
      else taken.push(...[...answer.taken.keys()].map((path) => `${endpoint.id} ${path}`));
      remember(endpoint, answer.told);
      // Whom it must be possible to text again.
      if (endpoint.id === 'customers.update') await send(endpoint, good, { phone: '6175550123' });
    }
    t.diagnostic(`${taken.length} fields: ${taken.join(', ')}`);
    assert.deepEqual(refused, []);
    assert.ok(taken.length > 60, taken.join(', '));
    assert.deepEqual(failures(), []);
  });

  function remember(endpoint: Endpoint, { body, status }: Told): void {
    if (status !== 201) return;
    const read = endpoints.find(({ id }) => id === `${resourceOf(endpoint)}.retrieve`);
    const [name] = Object.keys(read?.params ?? {});
    const value = name && (body.id ?? body[name]);
    if (name && typeof value === 'string') marked[name === 'businessId' ? 'belowId' : name] = value;
  }

  function failures(): string[] {
    return v1.logged.filter((line) => /"event":"[a-z.]+\.failed"/.test(line)).slice(0, 5);
  }

  test('it is stored by every operation that takes a text', async (t) => {
    const http = client(v1.baseUrl, owner);
    t.after(() => http.close());
    const { token: cardToken, leadId: lead } = made;
    const caller = { ...owner, cardToken, invoice: made.paymentId, lead };
    const taken: string[] = [];
    for (const operation of operations) {
      const { name } = operation;
      const fields = await takenBy(operation, async (marked) => {
        if (operation.interface === 'default') {
          const { status, body } = await http.call(name, { ...goodFields[name], ...marked });
          assert.ok(status < 500, body);
          return status < 300;
        }
        const sent = { ...goodCall(operation, caller), ...marked };
        const { status, body } = await callBy('SOAP 1.1', v1.baseUrl, name, sent);
        const result = resultText('SOAP 1.1', name, body) ?? body;
        return status === 200 && !/"IsSuccess":false|<Error>[^<]/.test(result);
      });
      taken.push(...fields.map((field) => `${name} ${field}`));
    }
    t.diagnostic(`${taken.length} fields: ${taken.join(', ')}`);
    assert.ok(taken.length > 60, taken.join(', '));
    assert.deepEqual(failures(), []);
    do await world.flights.landed();
    while ((await workOnce(world)) > 0);
  });

  async function watched(context: BrowserContext): Promise<string[]> {
    const ran: string[] = [];
    await context.exposeFunction('evil', () => ran.push('evil() ran'));
    context.on('dialog', (dialog) => {
      ran.push(`a dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    return ran;
  }

  test('no screen makes anything of it', async (t) => {
    const { context, page, asked, complaints } = await visit(t, browser, still);
    const ran = await watched(context);
    await enter(context, filled.person, v1);
    const latest = { ...made, ...marked } as Made;
    const screens = new Set([...screensOf(filled), ...screensOf({ ...filled, made: latest })]);
    const q = encodeURIComponent(marks[0]!);
    const searched = screensOf(filled).map((one) => `${one}?q=${q}`);
    const flaws: string[] = [];
    let shows = 0;
    await page.goto(`${v1.baseUrl}/b/${owner.business.id}/`);
    for (const screen of [...screens, ...searched]) {
      const from = complaints.length;
      await follow(page, screen);
      const tabs = await page.locator('main .tabs button').count();
      for (let at = 0; at <= tabs; at += 1) {
        if (at > 0)
          await page
            .locator('main .tabs button')
            .nth(at - 1)
            .click();
        await shown(page);
        flaws.push(...(await madeOfIt(page)).map((flaw) => `${screen}: ${flaw}`));
        if (await showsIt(page)) shows += 1;
      }
      flaws.push(...complaints.slice(from).map((one) => `${screen}: ${one}`));
    }
    t.diagnostic(`${shows} of ${screens.size + searched.length} screens show it`);
    assert.deepEqual(flaws, []);
    assert.deepEqual(ran, []);
    assert.deepEqual(foreignOf(asked), []);
    assert.ok(shows > 40);
  });

  test('no page for payers, no mail and no receipt makes anything of it', async (t) => {
    const { context, page, asked, complaints } = await visit(t, browser);
    const ran = await watched(context);
    const [pages, mails] = await sentToPeople();
    assert.ok(pages.length > 3 && mails.length > 3, `${pages.length} pages, ${mails.length} mails`);
    const flaws: string[] = [];
    let shows = 0;
    for (const path of pages) {
      await page.goto(v1.baseUrl + path);
      flaws.push(...(await madeOfIt(page)).map((flaw) => `${path}: ${flaw}`));
      if (await showsIt(page)) shows += 1;
    }
    // As in a program for mail that would run whatever there is.
    await page.goto('about:blank');
    for (const html of mails) {
      await page.setContent(html, { waitUntil: 'load' });
      flaws.push(...(await madeOfIt(page)).map((flaw) => `a mail: ${flaw}`));
      if (await showsIt(page)) shows += 1;
    }
    t.diagnostic(`${pages.length} pages and ${mails.length} mails, of which ${shows} show it`);
    assert.deepEqual(flaws, []);
    assert.deepEqual(complaints, []);
    assert.deepEqual(ran, []);
    assert.deepEqual(foreignOf(asked), []);
    assert.ok(shows > 3);
  });

  /** Addresses for people, wherever they are told, and what was mailed. */
  async function sentToPeople(): Promise<[pages: string[], mails: string[]]> {
    const texts: string[] = [];
    for (const endpoint of endpoints) {
      const good = goodRequest(endpoint, { ...made, ...marked } as Made);
      const isAddress = endpoint.id.endsWith('.showAddress');
      if (!good || !(onlyReads(endpoint) || isAddress) || endpoint.isLive) continue;
      texts.push((await send(endpoint, good, good.body)).text);
    }
    const { body } = await v1.call('GET', '/v1/sandbox/inbox?limit=100', { as: owner });
    const mails: string[] = body.data.flatMap(({ html }: { html: string | null }) => html ?? []);
    const paths = [...texts, ...mails].flatMap((text) =>
      [...text.matchAll(/https?:\/\/[^/"\s]+(\/(?:pay|form|subscription)\/[\w-]+)/g)].map(
        ([, path]) => path!,
      ),
    );
    return [[...new Set(paths)], mails];
  }

  test('no cell of a CSV is a formula', async () => {
    const formulas: string[] = [];
    let cells = 0;
    for (const endpoint of endpoints.filter(({ files }) => files?.includes('text/csv'))) {
      const good = goodRequest(endpoint, made)!;
      const as = { owner, root }[good.by];
      const headers = { Accept: 'text/csv' };
      const { text, status } = await v1.call('GET', good.path, { as, headers });
      assert.equal(status, 200, text);
      for (const cell of readCsvRows(text).flat()) {
        if (/evil/.test(cell)) cells += 1;
        if (/^[=+\-@\t\r]/.test(cell) && !/^-?\d+$/.test(cell))
          formulas.push(`${endpoint.id}: ${cell}`);
      }
    }
    assert.deepEqual(formulas, []);
    assert.ok(cells > 30, String(cells));
  });

  const foreignOf = (asked: readonly string[]) =>
    asked.filter(
      (url) => !url.startsWith(`${v1.baseUrl}/`) && !/^(?:data:|blob:|about:)/.test(url),
    );
});

type Fields = Readonly<Record<string, string>>;

/** What the operations with a body of JSON need at least. */
const goodFields: Readonly<Record<string, Fields>> = {
  CreatePayment: { ...cardFields, Amount: '12.50' },
  CreateToken: cardFields,
  CreateNewBusiness: businessFields,
  CreateNewMerchantAccount: merchantFields,
};

/** Sends markup in all fields that take it by their own rule, at once or, where that is refused, in one after the other. */
async function takenBy(
  { parameters }: Operation,
  send: (marked: Fields) => Promise<boolean>,
): Promise<string[]> {
  const marked = Object.fromEntries(
    Object.entries(parameters).flatMap(([name, field]) => {
      const text = marks.find((one) => field.parse(one).ok);
      return text === undefined ? [] : [[name, text]];
    }),
  );
  if (await send(marked)) return Object.keys(marked);
  const taken: string[] = [];
  for (const [name, text] of Object.entries(marked))
    if (await send({ [name]: text })) taken.push(name);
  return taken;
}

/** Where markup became something on this page. */
async function madeOfIt(page: Page): Promise<string[]> {
  return await page.evaluate(
    `[...document.querySelectorAll('.evil, [onerror], [href^="javascript:" i], [href^="data:" i], [src*="evil.example"]')]
      .map((one) => one.outerHTML.slice(0, 200))`,
  );
}

async function showsIt(page: Page): Promise<boolean> {
  return await page.evaluate('/class=evil|evil\\.example/.test(document.body.innerText)');
}
