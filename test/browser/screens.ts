import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import type { Right } from '../../src/parties/businesses/rights.ts';
import { roles } from '../../src/parties/users/roles.ts';
import type { Caller } from '../fixture.ts';
import { type Made, makeEverything } from '../v1/everything.ts';
import type { Headed, V1 } from '../v1/serve.ts';
import { signIn } from '../v1/signed-in.ts';
import { heard } from './chromium.ts';

type After = Parameters<typeof makeEverything>[0];

/** A business that has an object of every resource, below one whose operator looks at it. */
export async function fillBusiness(scope: After, v1: V1) {
  const root = v1.caller;
  const owner = await v1.addBusiness({ ancestors: [root.business.id] });
  const [everything] = await makeEverything(scope, v1, [owner]);
  return { root, owner, made: everything!.made, person: await signIn(v1, root, 'operator') };
}

type Filled = { readonly root: Caller; readonly owner: Caller; readonly made: Made };

/**
 * The address of every screen that somebody with these rights may see, with the ids of what was made; some are of the operator's
 * business alone.
 */
export function screensOf(
  { root, owner, made }: Filled,
  rights: readonly Right[] = roles.operator.rights,
): string[] {
  const named = made as unknown as Readonly<Record<string, unknown>>;
  const folder = join(import.meta.dirname, '../../portal/src/places');
  return ['main', 'developers', 'business', 'operator'].flatMap((name) => {
    const isOfRoot = name === 'operator';
    return readFileSync(join(folder, `${name}.ts`), 'utf8')
      .split(/\w+\(\s*'(?=\/)/)
      .slice(1)
      .filter((place) => {
        const [, right = 'read'] = /right: '(\w+)'/.exec(place) ?? [];
        const needed = isOfRoot ? [right, 'operate'] : [right];
        return needed.every((one) => rights.some((has) => has === one));
      })
      .map((place) => {
        const [path] = /^[^']+/.exec(place)!;
        const at = isOfRoot ? root.business.id : owner.business.id;
        const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => {
          assert.ok(named[name] !== undefined, `nothing was made for ${name} of ${path}`);
          return encodeURIComponent(String(named[name]));
        });
        return `/b/${at}${filled}`;
      });
  });
}

/** This browser is that of a person who is signed in. */
export async function enter(context: BrowserContext, { headers }: Headed, v1: V1): Promise<void> {
  const [name, value] = headers.Cookie!.split('=');
  await context.addCookies([{ name: name!, value: value!, url: v1.baseUrl }]);
}

/** Its heading is there, and all that it asked for. */
export async function shown(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await heard(page);
}

/** Goes to an address, and is told from then on of what happens. */
export async function goLive(page: Page, address: string): Promise<void> {
  const stream = page.waitForResponse('**/v1/events/live');
  await page.goto(address);
  await stream;
  await shown(page);
}

/** What was copied, once it has this part: a press does not wait for the clipboard. */
export async function copied(page: Page, part: string): Promise<string> {
  const has = `navigator.clipboard.readText().then((text) => text.includes('${part}') && text)`;
  return await (await page.waitForFunction<string>(has)).jsonValue();
}

/** Goes to another screen as a link does: the program stays, with what it knows. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`history.pushState(null, '', ${JSON.stringify(path)})`);
  await heard(page);
}

/** For what is not judged by its looks: while a screen is on its way, nothing moves that would be drawn with every frame. */
export const still = { reducedMotion: 'reduce' } as const;
