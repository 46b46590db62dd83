import { type Browser, chromium } from 'playwright-core';
import { median } from './load.ts';
import { runCommand } from './service.ts';

/*
 * When screens of the portal are there in a browser: the first paint, its heading and rows, and the end of the last task
 * that kept the page from answering. Cold: nothing of the program is in the cache of the browser yet.
 */
const executablePath = '/usr/bin/chromium';
const rounds = 5;
/** A slow laptop, as the tools of the browser imitate it. */
const slowdowns = [1, 4];

type Installation = {
  readonly folder: string;
  readonly port: number;
  readonly username: string;
  readonly some: { readonly payment: number; readonly customer: number };
};

type Load = {
  readonly painted: number;
  readonly shown: number;
  readonly free: number;
  readonly kb: number;
};

export async function loadPortal({ folder, port, username, some }: Installation): Promise<void> {
  const address = `http://127.0.0.1:${port}`;
  const person = ['--business', username, '--email', 'operator@example.com'];
  const link = await runCommand(folder, 'user', 'login-link', ...person);
  const response = await fetch(`${address}/v1/session/link`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ token: link.slice(link.indexOf('#') + 1) }),
  });
  const cookie = response.headers.get('set-cookie')?.split(';')[0];
  if (cookie === undefined) throw new Error(`nobody is signed in: ${await response.text()}`);
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  console.log(
    '\nscreen, medians of 5 in ms          slowed  cache   painted    shown     free   sent',
  );
  try {
    const screens = [
      '',
      '/payments',
      '/customers',
      `/payments/${some.payment}`,
      `/customers/${some.customer}`,
    ];
    for (const screen of [...screens, '/payments?q=ada']) {
      const url = `${address}/b/${username}${screen}`;
      for (const slowdown of slowdowns) await measure(browser, { url, cookie, slowdown, screen });
    }
  } finally {
    await browser.close();
  }
}

type Visit = {
  readonly url: string;
  readonly cookie: string;
  readonly slowdown: number;
  readonly screen: string;
};

async function measure(browser: Browser, { url, cookie, slowdown, screen }: Visit): Promise<void> {
  const loads: [cold: Load, warm: Load][] = [];
  for (let round = 0; round < rounds; round += 1) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    const [name, value] = cookie.split('=');
    // For the whole service: a deeper address would keep it from /v1, and the sign-in would be measured.
    await context.addCookies([{ name: name!, value: value!, url: new URL(url).origin }]);
    const page = await context.newPage();
    const cdp = await context.newCDPSession(page);
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    let sent = 0;
    await cdp.send('Network.enable');
    cdp.on('Network.loadingFinished', ({ encodedDataLength }) => {
      sent += encodedDataLength;
    });
    const load = async (): Promise<Load> => {
      sent = 0;
      await page.goto(url, { waitUntil: 'commit' });
      await page.locator('h1').first().waitFor();
      await page.locator('.bone').first().waitFor({ state: 'detached' });
      if (!page.url().startsWith(url)) throw new Error(`${page.url()} is there, and not ${url}`);
      const times = (await page.evaluate(figures)) as Omit<Load, 'kb'>;
      return { ...times, kb: sent / 1000 };
    };
    loads.push([await load(), await load()]);
    await context.close();
  }
  for (const [i, cache] of ['cold', 'warm'].entries()) {
    const of = (key: keyof Load) =>
      median(loads.map((pair) => pair[i]![key]))
        .toFixed(0)
        .padStart(8);
    console.log(
      `${(screen || '/').padEnd(36)} ${String(slowdown).padStart(5)}x  ${cache} ${of('painted')} ${of('shown')} ${of('free')} ${of('kb')} kB`,
    );
  }
}

/** In the page, whose time begins with the navigation. Free: the end of the last long task so far, or when it was shown. */
const figures = `(async () => {
  const shown = performance.now();
  const tasks = await new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type: 'longtask', buffered: true });
    setTimeout(() => resolve([]), 300);
  });
  return {
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? shown,
    shown,
    free: Math.max(shown, ...tasks.map((task) => task.startTime + task.duration)),
  };
})()`;
