import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../src/cli/index.ts';
import { closeBusiness, suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { chunk, jpeg, png, svg } from '../images.ts';
import { exportOf } from '../moving/mover.ts';
import { serveV1, type Told, type V1 } from './serve.ts';

const why = { actor: 'operator:ann', reason: 'as agreed' };
const logo = png({ more: [chunk('tEXt', 'Author\0Grace Hopper')] });

type Sent = Parameters<V1['call']>[2];

function brandingOf({ call, caller }: V1, business: { readonly id: bigint } = caller.business) {
  const path = `/v1/businesses/${business.id}/branding`;
  return {
    read: (asked: Sent = {}, query = '') => call('GET', path + query, asked),
    change: (body: object, asked: Sent = {}) => call('PATCH', path, { body, ...asked }),
  };
}

async function load(told: Told): Promise<Response & { bytes: Buffer }> {
  const answer = await fetch(told.body.logo.address, { headers: { Connection: 'close' } });
  return Object.assign(answer, { bytes: Buffer.from(await answer.arrayBuffer()) });
}

const refusal = ({ status, body }: Told) => [
  status,
  body.errors?.[0]?.field,
  body.errors?.[0]?.code,
];

test('a business has no logo and no color until it sets them, and gives each back by itself', async (t) => {
  const v1 = await serveV1(t);
  const { read, change } = brandingOf(v1);
  const nothing = { accentColor: null, shown: null, logo: null };
  assert.deepEqual((await read()).body, nothing);

  const colored = await change({ accentColor: '#FFCC00' });
  assert.equal(colored.status, 200, colored.text);
  const shown = { fill: '#ffcc00', onFill: '#000000', light: '#836900', dark: '#ffcc00' };
  assert.deepEqual(colored.body, { accentColor: '#ffcc00', shown, logo: null });
  const { body } = await change({ logo: logo.toString('base64') });
  const { address, ...facts } = body.logo;
  assert.deepEqual(facts, { contentType: 'image/png', width: 64, height: 32 });
  assert.match(
    address,
    new RegExp(`^${v1.baseUrl}/assets/logo-${v1.caller.business.id}-[0-9a-f]{32}\\.png$`),
  );
  assert.equal(body.accentColor, '#ffcc00');
  assert.deepEqual((await read()).body, body);

  const tried = await read({}, `?accentColor=${encodeURIComponent('#102030')}`);
  assert.equal(tried.body.shown.fill, '#102030');
  assert.equal((await read()).body.accentColor, '#ffcc00');

  const plain = await change({ accentColor: null });
  assert.deepEqual([plain.body.shown, plain.body.logo], [null, body.logo]);
  assert.deepEqual((await change({ logo: null })).body, nothing);
  assert.deepEqual((await change({})).body, nothing);
  const acts = await v1.db.query<{ facts: { accentColor?: string; logo?: string } }>(
    `select facts from audit_trail where act = 'business.branding_changed' order by n`,
  );
  assert.equal(acts.length, 4);
});

test('a logo is served as the image that it is, for ever, and as nothing else', async (t) => {
  const v1 = await serveV1(t);
  const { change } = brandingOf(v1);
  const told = await change({ logo: logo.toString('base64') });
  const answer = await load(told);
  assert.equal(answer.status, 200);
  const header = (name: string) => answer.headers.get(name);
  assert.equal(header('content-type'), 'image/png');
  assert.equal(header('x-content-type-options'), 'nosniff');
  assert.equal(header('cache-control'), 'public, max-age=31536000, immutable');
  assert.equal(header('content-security-policy'), "default-src 'none'");
  assert.doesNotMatch(answer.bytes.toString('latin1'), /Grace/);
  assert.match(answer.bytes.toString('latin1'), /^\x89PNG/);

  const other = await change({ logo: jpeg.toString('base64') });
  assert.notEqual(other.body.logo.address, told.body.logo.address);
  assert.equal((await load(other)).headers.get('content-type'), 'image/jpeg');
  assert.equal((await load(told)).status, 404);
  const { address } = other.body.logo;
  for (const wrong of [
    address.replace('.jpg', '.png'),
    address.replace(/-\d+-/, '-987654321-'),
    address.replace(/[0-9a-f]{32}/, '0'.repeat(32)),
  ]) {
    const missed = await fetch(wrong, { headers: { Connection: 'close' } });
    assert.equal(missed.status, 404, wrong);
    await missed.body?.cancel();
  }
});

test('a logo that is no plain image or too large, and no color, are refused by their fields', async (t) => {
  const v1 = await serveV1(t);
  const { read, change } = brandingOf(v1);
  const text = (bytes: Buffer) => bytes.toString('base64');
  const before = (await change({ accentColor: '#1f4fd8', logo: text(logo) })).body;
  const refused: readonly (readonly [object, field: string, code: string])[] = [
    [{ logo: text(svg) }, 'logo', 'malformed'],
    [{ logo: text(Buffer.concat([logo, svg])) }, 'logo', 'malformed'],
    [{ logo: text(png({ width: 1, height: 1 })) }, 'logo', 'out_of_range'],
    [{ logo: text(png({ width: 30_000, height: 30_000, rows: svg })) }, 'logo', 'out_of_range'],
    [{ logo: text(logo.subarray(0, 100)) }, 'logo', 'malformed'],
    [{ logo: text(Buffer.alloc(200_001)) }, 'logo', 'too_large'],
    [{ logo: `data:image/png;base64,${text(logo)}` }, 'logo', 'malformed'],
    [{ logo: `${text(logo)}\n` }, 'logo', 'malformed'],
    [{ logo: '' }, 'logo', 'malformed'],
    [{ logo: 7 }, 'logo', 'malformed'],
    [{ accentColor: 'red' }, 'accentColor', 'malformed'],
    [{ accentColor: '#1f4fd8;}' }, 'accentColor', 'malformed'],
    [{ accentColor: '#fff' }, 'accentColor', 'malformed'],
    [{ accentColor: '' }, 'accentColor', 'required'],
  ];
  for (const [body, ...fault] of refused) {
    const told = await change({ accentColor: '#000000', ...body });
    assert.deepEqual(refusal(told), [400, ...fault], JSON.stringify(body).slice(0, 60));
  }
  const large = await change({ logo: 'A'.repeat(400_000) });
  assert.deepEqual([large.status, large.body.code], [413, 'too_large']);
  assert.deepEqual((await read()).body, before);
});

test('each business has its own, and inherits none', async (t) => {
  const v1 = await serveV1(t);
  const own = brandingOf(v1);
  await own.change({ accentColor: '#1f4fd8', logo: logo.toString('base64') });
  const below = await v1.addBusiness({ ancestors: [v1.caller.business.id] });
  // What is above is not inherited: nothing of a profile is.
  assert.equal((await brandingOf(v1, below.business).read()).body.logo, null);
  const changed = await brandingOf(v1, below.business).change({ accentColor: '#00aa55' });
  assert.equal(changed.status, 200, changed.text);
  assert.equal((await own.read()).body.accentColor, '#1f4fd8');
});

test('a suspended or closed business changes nothing, and shows what it had', async (t) => {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const one = await v1.addBusiness({ ancestors: [v1.caller.business.id] });
  const { read, change } = brandingOf(v1, one.business);
  const told = await change({ accentColor: '#1f4fd8', logo: logo.toString('base64') });
  await suspendBusiness(world, one.business.id, why);
  assert.equal((await change({ logo: null }, { as: one })).body.code, 'business_suspended');
  await closeBusiness(world, one.business.id, why);
  assert.equal((await change({ logo: null })).body.code, 'wrong_state');
  assert.deepEqual((await read()).body, told.body);
  assert.equal((await load(told)).status, 200);
});

test('an export has the logo in base64', async (t) => {
  const v1 = await serveV1(t);
  const world = await v1.open();
  const told = await brandingOf(v1).change({
    accentColor: '#1f4fd8',
    logo: logo.toString('base64'),
  });
  const { bytes } = await load(told);
  const [row] = (await exportOf(world, v1.caller)).business_brandings!;
  assert.equal(row?.accentColor, '#1f4fd8');
  assert.equal(row?.logo, bytes.toString('base64'));
});
