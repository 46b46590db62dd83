import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { signIn } from '../v1/signed-in.ts';
import { missing } from './chromium.ts';
import { afterwards, cut, openDesk, press } from './losing.ts';

describe('a change whose answer is lost', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });

  test('edited and sent again, it is told as done as it was first sent, and what follows is another change', async (t) => {
    const page = await enter(t, await signIn(v1, v1.caller, 'administrator'));
    await page.goto(`${base}/team`);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().endsWith('/v1/users'))
        keys.push(request.headers()['idempotency-key']);
    });
    await page.context().route(/\/v1\/users$/, (route) => afterwards(route, cut));
    await press(page, /^Invite a person/);
    const dialog = page.getByRole('dialog');
    const send = () => dialog.getByRole('button', { name: 'Invite a person' }).click();
    await dialog.getByLabel('Name').fill('Grace Hoper');
    await dialog.getByLabel('E-mail').fill('grace@example.com');
    await send();
    await dialog.getByText('It is not known whether it was done').waitFor();
    await page.context().unroute(/\/v1\/users$/);
    const [first] = keys;

    await dialog.getByLabel('Name').fill('Grace Hopper');
    await send();
    await dialog.getByText('It was done as you first sent it').waitFor();
    // Behind the dialog it is loaded again.
    await page.getByText('Grace Hoper').first().waitFor({ state: 'attached' });
    assert.deepEqual([...new Set(keys)], [first]);

    await send();
    await dialog.getByText('It was done as you first sent it').waitFor({ state: 'detached' });
    await dialog.getByRole('alert').waitFor();
    assert.notEqual(keys.at(-1), first);
  });
});
