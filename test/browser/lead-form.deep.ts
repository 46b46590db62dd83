import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { Page } from 'playwright-core';
import { formAddress } from '../../src/leads/make-form.ts';
import type { Caller } from '../fixture.ts';
import { openDesk } from '../leads/desk.ts';
import { missing, startBrowser, visit } from './chromium.ts';
import { axeFlawsOf } from './flaws.ts';

/** A form as people meet it: in a browser. */
describe('the lead form in Chromium', { skip: missing }, async () => {
  if (missing) return;
  const { fixture, world, baseUrl, form, list } = await openDesk({ after });
  const browser = await startBrowser({ after });
  const phone = { viewport: { width: 360, height: 780 }, isMobile: true, hasTouch: true };

  async function openForm(shop: Caller, changes: Parameters<typeof form>[1] = {}) {
    const made = await form(shop, changes);
    return baseUrl + new URL(formAddress(world, made)).pathname;
  }

  async function fill(page: Page): Promise<void> {
    for (const [name, value] of Object.entries(person)) await page.fill(`#${name}`, value);
    // What a person takes to read it.
    fixture.clock.pass(10_000);
  }
  const person = {
    firstName: 'Ada',
    lastName: 'Park',
    email: 'ada@example.com',
    phone: '(617) 555-0123',
    q1: 'Rome\nand then Naples',
  };

  test('somebody fills it in and is thanked, and nothing is asked of anybody else', async (t) => {
    const shop = await fixture.addBusiness({ name: 'Park Travel' });
    const { page, asked, complaints } = await visit(t, browser);
    await page.goto(await openForm(shop));
    await fill(page);
    await page.check('#q2-1');
    await page.click('form.lead > button');
    await page.getByRole('heading', { name: 'Sent' }).waitFor();
    assert.match((await page.textContent('main'))!, /Thank you, we will call\./);
    await page.reload();
    const heard = await list(shop);
    assert.equal(heard.length, 1);
    assert.equal(heard[0]!.PhoneNumber, '6175550123');
    assert.deepEqual(
      asked.filter((url) => !url.startsWith(`${baseUrl}/`)),
      [],
    );
    assert.deepEqual(complaints, []);
  });

  test('what is wrong is told where the reader is set, and leads to its field', async (t) => {
    const shop = await fixture.addBusiness();
    const { page } = await visit(t, browser);
    await page.goto(await openForm(shop));
    await fill(page);
    await page.fill('#phone', '12');
    await page.click('form.lead > button');
    await page.getByText('Please check 2 things').waitFor();
    await page.locator('.summary:focus').waitFor();
    assert.equal(await page.inputValue('#q1'), person.q1);
    await page.click('.summary a[href="#q2"]');
    assert.ok(await page.locator('#q2:focus').isVisible());
    await page.click('.summary a[href="#phone"]');
    assert.ok(await page.locator('#phone:focus').isVisible());
    await page.fill('#phone', person.phone);
    await page.check('#q2-0');
    await page.click('form.lead > button');
    await page.getByRole('heading', { name: 'Sent' }).waitFor();
    assert.equal((await list(shop)).length, 1);
  });

  test('it works with the keyboard alone, without a script, on a phone', async (t) => {
    const shop = await fixture.addBusiness();
    const { page } = await visit(t, browser, { ...phone, javaScriptEnabled: false });
    await page.goto(await openForm(shop));
    await page.focus('#firstName');
    for (const typed of [
      'Ada',
      'Park',
      'ada@example.com',
      '6175550123',
      '',
      '',
      '',
      '',
      '',
      '',
      'Rome',
    ]) {
      await page.keyboard.type(typed);
      await page.keyboard.press('Tab');
    }
    await page.keyboard.press('Space');
    await page.keyboard.press('Tab');
    fixture.clock.pass(10_000);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Sent' }).waitFor();
    const [heard] = await list(shop);
    assert.deepEqual([heard!.LastName, heard!.EmailAddress], ['Park', 'ada@example.com']);
  });

  test('Alaska is chosen from a list and handed over as AK; other countries have their own fields', async (t) => {
    const shop = await fixture.addBusiness();
    const { page } = await visit(t, browser);
    const shown = async () => {
      const fields = ['stateCode', 'province', 'region'];
      const are = await Promise.all(fields.map((name) => page.isVisible(`#${name}`)));
      return fields.filter((_, i) => are[i]);
    };
    const send = async (email: string) => {
      await fill(page);
      await page.fill('#email', email);
      await page.fill('#address1', '1 Main Street');
      await page.check('#q2-1');
      await page.click('form.lead > button');
      await page.getByRole('heading', { name: 'Sent' }).waitFor();
    };
    const url = await openForm(shop);
    await page.goto(url);
    assert.deepEqual(await shown(), ['stateCode']);
    await page.focus('#stateCode');
    await page.keyboard.type('Alaska');
    await send('alaska@example.com');

    await page.goto(url);
    await page.selectOption('#countryCode', { label: 'Canada' });
    assert.deepEqual(await shown(), ['province']);
    await page.selectOption('#province', { label: 'Ontario' });
    await page.fill('#phone', '1');
    await page.click('form.lead > button');
    await page.getByText('Please check').waitFor();
    assert.equal(await page.inputValue('#province'), 'ON', 'what was chosen stays chosen');
    await send('ontario@example.com');

    await page.goto(url);
    await page.selectOption('#countryCode', 'DE');
    assert.deepEqual(await shown(), ['region']);
    await page.fill('#region', 'Bayern');
    await send('bayern@example.com');
    const heard = await list(shop);
    assert.deepEqual(
      heard.map(({ CountryCode, StateCode }) => `${CountryCode} ${StateCode}`),
      ['US AK', 'CA ON', 'DE Bayern'],
    );
  });

  for (const [looks, options] of Object.entries({
    'on a desk': {},
    'on a phone': phone,
    'in the dark': { colorScheme: 'dark' as const },
  })) {
    test(`axe finds nothing, and nothing runs over the edge, ${looks}`, async (t) => {
      const shop = await fixture.addBusiness();
      const { page } = await visit(t, browser, options);
      const long = 'x'.repeat(100);
      const choices = [long, '<b>b</b>'].map((text) => ({ text, value: '' }));
      const questions = (['text', 'choice', 'choices'] as const).map((kind) => ({
        text: `${long} ${kind}?`,
        externalValue: '',
        kind,
        options: kind === 'text' ? [] : choices,
        isRequired: true,
      }));
      const url = await openForm(shop, { name: long, intro: long.repeat(5), questions });
      const look = async () => {
        assert.deepEqual(await axeFlawsOf(page), []);
        const over = await page.evaluate(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        );
        assert.equal(over, 0);
      };
      await page.goto(url);
      await look();
      const email = await page.locator('#email').boundingBox();
      assert.ok(email!.width > 230, `an e-mail address in ${email!.width} px`);
      await page.click('form.lead > button');
      await page.getByText('Please check 7 things').waitFor();
      await look();
      await page.goto(`${url}?sent`);
      await look();
    });
  }

  test('a text that is markup is only shown', async (t) => {
    const shop = await fixture.addBusiness();
    const { page, complaints } = await visit(t, browser);
    const wild = '"><img src=x onerror=document.title="run"><script>document.title="run"</script>';
    await page.goto(await openForm(shop, { name: wild, intro: wild, thanks: wild }));
    await page.fill('#firstName', wild);
    await page.fill('#q1', `</textarea>${wild}`);
    await page.click('form.lead > button');
    await page.locator('.summary').waitFor();
    assert.equal(await page.inputValue('#q1'), `</textarea>${wild}`);
    assert.equal(await page.title(), wild);
    assert.equal(await page.locator('img').count(), 0);
    assert.deepEqual(complaints, []);
  });
});
