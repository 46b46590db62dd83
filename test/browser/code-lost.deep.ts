import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { missing } from './chromium.ts';
import { cut, openDesk, press } from './losing.ts';
import { shown } from './screens.ts';

describe('the code of a part of the portal does not come', { skip: missing }, async () => {
  if (missing) return;
  const { v1, base, enter } = await openDesk({ after });

  test('a screen says so, and every other one is there', async (t) => {
    const page = await enter(t);
    await page.route(/\/portal\/refunds-\w+\.js$/, cut);
    await page.goto(`${base}/`);
    await shown(page);
    const go = (name: string) => page.getByRole('navigation').getByRole('link', { name }).click();
    await go('Refunds');
    await page.getByRole('heading', { name: 'This could not be read' }).waitFor();
    await page.getByText('The service did not answer').waitFor();
    await go('Payments');
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
  });

  test('a dialog says so beside what was typed, and is fetched again', async (t) => {
    const texted = { from: '6175550100', body: 'Is my car ready?' };
    const { body } = await v1.call('POST', '/v1/sandbox/inbox/texts', { body: texted });
    const page = await enter(t);
    const code = /\/portal\/pay-link-dialog-\w+\.js$/;
    await page.route(code, cut);
    await page.goto(`${base}/conversations?id=${body.conversationId}`);
    await shown(page);
    const area = page.getByRole('textbox', { name: /^Text / });
    await area.fill('It is.');
    await press(page, 'Pay link');
    await page.getByText('The service did not answer').waitFor();
    assert.equal(await area.inputValue(), 'It is.');
    await page.unroute(code);
    await press(page, 'Try again');
    await page.getByRole('dialog').waitFor();
    assert.equal(await area.inputValue(), 'It is.');
  });
});
