import type { Page, Route } from 'playwright-core';
import { memoryBook } from '../../packages/sandbox/src/processor/book.ts';
import type { Scope } from '../scope.ts';
import { type Headed, serveV1 } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { startBrowser, visit } from './chromium.ts';

/** A served portal, somebody who is signed in there, and the book of the bank. */
export async function openDesk(scope: Scope) {
  const browser = await startBrowser(scope);
  const book = memoryBook();
  const v1 = await serveV1(scope, { book });
  const person = await signIn(v1, v1.caller, 'manager');
  return {
    v1,
    browser,
    base: `${v1.baseUrl}/b/${v1.caller.business.id}`,
    /** What the bank does from now on: lines of its book by kind. */
    watchBank() {
      const from = book.text().length;
      return () => {
        const lines = book.text().slice(from).trim().split('\n').filter(Boolean);
        return lines.map((line) => JSON.parse(line).kind ?? 'charge');
      };
    },
    /** The portal as that person sees it, or as another who is signed in. */
    async enter(t: Scope, { headers }: Headed = person): Promise<Page> {
      const { context, page } = await visit(t, browser);
      const [name, value] = headers.Cookie!.split('=');
      await context.addCookies([{ name: name!, value: value!, url: v1.baseUrl }]);
      return page;
    },
  };
}

export async function press(page: Page, name: string | RegExp): Promise<void> {
  await page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click();
}

/** The call is answered by nobody. */
export async function cut(route: Route): Promise<void> {
  await route.abort('connectionreset');
}

/** The service did it; the page never hears of it. */
export async function afterwards(route: Route, end: (route: Route) => Promise<void>) {
  await route.fetch();
  await end(route);
}
