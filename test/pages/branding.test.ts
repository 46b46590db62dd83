import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { brand } from '../brand.ts';
import { png } from '../images.ts';
import { bank, card, declinedCard, openCounter, payAndFollow } from './counter.ts';

const counter = await openCounter({ after });
const { world, addBusiness, addLink, get } = counter;

test('every page of a business with a logo and a color shows both, under the policy of all pages', async () => {
  const shop = await addBusiness();
  await brand(world, shop.business.id, { accentColor: '#ffcc00', logo: png() });
  const before = await addLink(await addBusiness());
  const policy = (await get(before.path)).headers.get('content-security-policy');
  const pages = [
    await get((await addLink(shop)).path),
    await payAndFollow(counter, (await addLink(shop)).path, card),
    await payAndFollow(counter, (await addLink(shop)).path, bank),
    await payAndFollow(counter, (await addLink(shop)).path, declinedCard),
    await get((await addLink(shop, { expiresAt: new Date('2030-01-15') })).path),
  ];
  for (const page of pages) {
    assert.equal(page.headers.get('content-security-policy'), policy);
    assert.match(policy!, /img-src 'self';/);
    const [, image = ''] = /<img class="logo" src="([^"]+)" width="64" height="32" alt="">/.exec(
      page.body,
    )!;
    const [, sheet = ''] = /href="(\/assets\/accent-ffcc00-[^"]+)" integrity="sha384-/.exec(
      page.body,
    )!;
    assert.equal((await get(image)).headers.get('content-type'), 'image/png');
    const css = await get(sheet);
    assert.equal(css.headers.get('content-type'), 'text/css; charset=utf-8');
    assert.match(css.body, /--accent:#836900.*--fill:#ffcc00.*--on-fill:#000000/);
    assert.match(css.body, /prefers-color-scheme:dark\){:root{--accent:#ffcc00/);
    assert.doesNotMatch(page.body, /class="mark"/);
  }
});

test('a page of a business without either is the same as ever', async () => {
  const shop = await addBusiness();
  await brand(world, shop.business.id, { accentColor: '#ffcc00', logo: png() });
  await brand(world, shop.business.id, { accentColor: null, logo: null });
  const { body } = await get((await addLink(shop)).path);
  assert.match(body, /<span class="mark" aria-hidden="true">L<\/span>/);
  assert.doesNotMatch(body, /accent-|class="logo"/);
});

test('no style is made for what is no color, or under a name of another version', async () => {
  for (const path of [
    '/assets/accent-ffcc00-0000000000000000.css',
    '/assets/accent-zzzzzz-0000000000000000.css',
    '/assets/accent-FFCC00-0000000000000000.css',
    '/assets/logo-0-00000000000000000000000000000000.png',
    '/assets/logo-999999999999999999999-00000000000000000000000000000000.png',
    '/assets/logo-1-..%2f..%2fetc.png',
  ]) {
    assert.equal((await get(path)).status, 404, path);
  }
});
