import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { atEnd, type Scope } from '../scope.ts';

/** The first is the same browser without windows: it takes half of the processor time. */
const programs = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];
const executablePath = programs.find((path) => existsSync(path)) ?? '';

/** Where there is no browser, what is skipped. */
export const missing =
  executablePath === '' &&
  'SKIPPED: Chromium is not installed; apt-get install chromium-headless-shell';

const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** One for all tests of a file: it takes longer to start than they do. */
export async function startBrowser(
  scope: Scope,
  env: Readonly<Record<string, string>> = {},
  more: readonly string[] = [],
): Promise<Browser> {
  const started = {
    ...{ executablePath, args: [...args, ...more], timeout: 0 },
    // A signal ends this process, and the browser with it: Playwright would end the browser alone.
    ...{ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false },
    env: { ...process.env, ...env },
  };
  const browser = await chromium.launch(started);
  atEnd(scope, async () => {
    await browser.close();
  });
  return browser;
}

export type Visitor = {
  readonly context: BrowserContext;
  readonly page: Page;
  /** Whatever was asked for, at whatever address. */
  readonly asked: string[];
  /** What the browser complained of: code that was kept from running, faults of ours. */
  readonly complaints: string[];
};

type Looks = NonNullable<Parameters<Browser['newContext']>[0]>;

/** Somebody with a browser of their own: nothing is shared but the program. */
export async function visit(scope: Scope, browser: Browser, looks: Looks = {}): Promise<Visitor> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    ...looks,
  });
  // How long a page takes says nothing of it: whoever waits in vain is ended with the test.
  context.setDefaultTimeout(0);
  atEnd(scope, async () => {
    await context.close();
  });
  await context.addInitScript(countUnheard);
  const [asked, complaints]: [string[], string[]] = [[], []];
  context.on('request', (request) => asked.push(request.url()));
  context.on('weberror', (fault) => complaints.push(String(fault.error())));
  context.on('console', (message) => {
    const isStatus = message.text().includes('the server responded with a status of');
    if (message.type() === 'error' && !isStatus) complaints.push(message.text());
  });
  return { context, page: await context.newPage(), asked, complaints };
}

/** In each page, before its own scripts: what was asked and not heard to its end; but for the stream of what happens. */
const countUnheard = `
  let unheard = 0;
  const [ask, frame] = [window.fetch, window.requestAnimationFrame.bind(window)];
  const end = () => { unheard -= 1; };
  window.fetch = async (...call) => {
    if (String(call[0]?.url ?? call[0]).includes('/v1/events/live')) return await ask(...call);
    unheard += 1;
    try {
      const answer = await ask(...call);
      answer.clone().arrayBuffer().then(end, end);
      return answer;
    } catch (error) {
      end();
      throw error;
    }
  };
  const isThere = () => unheard === 0 && document.querySelector('.bone') === null;
  window.heard = async () => {
    // One answer may lead to the next request.
    for (let calm = 0; calm < 3; calm = isThere() ? calm + 1 : 0) await new Promise(frame);
  };
`;

/** The page has heard all that it asked, programs of screens too, and shows it. */
export async function heard(page: Page): Promise<void> {
  await page.evaluate('window.heard()');
}
