import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callBy, resultText } from '../asmx/bindings.ts';
import { client } from '../caller.ts';
import { openServedOffice } from '../cli/office.ts';
import { merchantFields } from '../onboarding/fields.ts';

const contact = ['--email', 'ann@example.com', '--phone', '6175550123'];
const type = ['--services', 'messaging,leads', '--invoice-fields', 'description,amount'];
const provider = {
  providerId: 'P-1',
  providerName: 'Park Flowers',
  providerTaxId: '12-3456789',
  providerAddress1: '1 Main Street',
  providerAddress2: '',
  providerCity: 'Boston',
  providerState: 'MA',
  providerZipcode: '02101',
  providerPhone1: '6175550123',
  providerPhone2: '',
  providerEmail: 'ann@example.com',
  provideruserName: '',
};

test('without a type a new business gets that of the site above it, wherever that came from', async (t) => {
  const { ask, run, caller, baseUrl } = await openServedOffice(t);
  const typeOf = async (id: string | number) =>
    (await ask('business', 'show', String(id))).type.id as number;
  const create = async (...words: string[]) =>
    await ask('business', 'create', '--name', 'Park', ...contact, ...words);

  await ask('business-type', 'set', '7', '--name', 'Texts only', ...type);
  const untyped = await create('--master', '--environment', 'sandbox');
  assert.equal(await typeOf(untyped.id), 1, 'Other, when nobody chose one');
  const typed = await create('--master', '--environment', 'sandbox', '--type', '7');
  assert.equal(await typeOf(typed.id), 7);
  const { username: first, apiKey } = caller;
  const masters = [
    { username: first, apiKey },
    { username: typed.username, apiKey: typed.apiKey },
    { username: untyped.username, apiKey: untyped.apiKey },
  ];
  for (const [i, { username, apiKey: key }] of masters.entries()) {
    const said = await ask('business', 'type', username, '7');
    assert.equal(said.before, i === 1 ? 7 : 1);

    const byCommand = await create(
      '--parent',
      String((await ask('business', 'show', username)).id),
    );
    assert.equal(await typeOf(byCommand.id), 7);
    const grandchild = await create('--parent', String(byCommand.id));
    assert.equal(await typeOf(grandchild.id), 7);
    await ask('business', 'type', String(byCommand.id), '1');
    const next = await create('--parent', String(byCommand.id));
    assert.equal(await typeOf(next.id), 1, 'of the site above, not of the top');

    const { call, close } = client(baseUrl, { username, apiKey: key });
    const fields = {
      FirstName: 'Ann',
      LastName: 'Lee',
      Email: 'ann@example.com',
      Phone: '6175550123',
      BusinessLegalName: 'Park Flowers LLC',
      URL: 'flowers.example',
      EIN: '12-3456789',
    };
    const made = JSON.parse((await call('CreateNewBusiness', fields)).body);
    assert.equal(await typeOf(made.Data.SalesSiteID), 7);
    const refused = await call('CreateNewMerchantAccount', merchantFields);
    assert.equal(refused.status, 403);
    assert.match(refused.body, /not set up to take payments/);
    close();

    const sent = { Token: key, Username: username, ...provider, providerId: `P-${i}` };
    const { body } = await callBy('SOAP 1.1', baseUrl, 'OnboardNewBusiness', sent);
    const { Data } = JSON.parse(resultText('SOAP 1.1', 'OnboardNewBusiness', body)!);
    assert.equal(await typeOf(Data.SalesSiteID), 7);
  }

  const shown = await ask('business', 'show', typed.username);
  assert.deepEqual(shown.type.services, ['messaging', 'leads']);
  for (const [words, why] of [
    [
      ['business', 'activate', String(typed.id), '--reason', 'agreed'],
      /not set up to take payments/,
    ],
    [
      [
        'plan',
        'set',
        'gold',
        '--business',
        typed.username,
        '--amount',
        '10',
        '--interval',
        'monthly',
      ],
      /not set up for subscriptions/,
    ],
    [['business', 'type', typed.username, '99'], /is not a business type/],
  ] as const) {
    const { code, err } = await run(...words);
    assert.notEqual(code, 0, words.join(' '));
    assert.match(err, why);
  }
  const acts = await ask('audit', 'list', '--business', first);
  assert.ok(JSON.stringify(acts).includes('business.type_changed'));
});
