import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testCard } from '../../packages/sandbox/test/bank.ts';
import { cancelSubscription } from '../../src/invoicing/subscriptions/change.ts';
import { replacePayerAddress } from '../../src/invoicing/subscriptions/payer-page.ts';
import { mergeCustomers } from '../../src/moving/merge/merge-customers.ts';
import { readInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { changeCustomer } from '../../src/parties/customers/change.ts';
import { readCustomer } from '../../src/parties/customers/store.ts';
import { readTokens } from '../../src/payments/tokens/store.ts';
import { chrome } from '../pages/counter.ts';
import { type Club, goodCard, openClub, openMember } from './club.ts';
import { requestOn, subscriptionOf, updateCard } from './member.ts';

/* The links in mails and texts that lead to the page of a payer's subscription. */

async function sentBy({ fixture, id }: Club, channel: 'mail' | 'text') {
  const all = await readInbox(fixture.db, id, { most: 1000 });
  return all.filter((one) => one.channel === channel).toReversed();
}

function pagesIn(text: string): string[] {
  return text.match(/\/subscription\/[\w-]{22}/g) ?? [];
}

async function statusOf({ baseUrl }: Club, path: string): Promise<number> {
  const headers = { 'User-Agent': chrome, Connection: 'close' };
  return (await fetch(baseUrl + path, { headers })).status;
}

test('receipts, failed charges and expiring cards lead to one page, which opens', async (t) => {
  const club = await openClub(t);
  await club.until('2030-01-31 12:00');
  const token = await club.token(goodCard, { ExpirationMonth: '01', ExpirationYear: '30' });
  const id = await club.join({ CardToken: token });
  await club.until('2030-02-28 12:00');
  const mails = await sentBy(club, 'mail');
  const subjects = mails.map(({ subject, body }) => `${subject}: ${pagesIn(body).length}`);
  assert.deepEqual(subjects, [
    '[TEST] Your receipt from Test: 1',
    '[TEST] Your card for Test expires: 1',
    '[TEST] Your payment to Test did not go through: 1',
  ]);
  const [, expires, failed] = mails;
  assert.match(expires!.body, /Use another card: https?:\/\/[^\s]+\/subscription\//);
  assert.match(failed!.body, /Pay \$10\.00: .*\/pay\/.*\n\nYour subscription and its card: /);
  assert.match(failed!.html ?? '', /href="[^"]+\/subscription\/[\w-]{22}"/);
  const texts = (await sentBy(club, 'text')).filter(({ body }) => pagesIn(body).length > 0);
  assert.match(texts[0]!.body, /Your card: https?:\/\/[^\s]+\/subscription\/[\w-]{22}$/);
  assert.match(texts[1]!.body, /Pay here: [^\s]+\/pay\/[\w-]{22} Your card: [^\s]+$/);
  const pages = [...mails, ...texts].flatMap(({ body }) => pagesIn(body));
  const [page, ...others] = new Set(pages);
  assert.deepEqual(others, []);
  assert.equal(await statusOf(club, page!), 200);
  const stored = await club.fixture.db.query<{ body: string }>(
    `select body from messages where business_id = $1 and kind = 'notice' order by id`,
    [club.id],
  );
  assert.ok(stored.every(({ body }) => body.endsWith('Your card: [PBTPAGE]')));
  assert.ok((await subscriptionOf(club, id)).pageId === undefined);
});

const said = {
  es: ['Usar otra tarjeta', 'Su suscripción y su tarjeta', 'Su tarjeta'],
  fr: ['Utiliser une autre carte', 'Votre abonnement et sa carte', 'Votre carte'],
} as const;

test('what leads to the page says so in the language of its payer, after a merge that of who stays, else of the other', async (t) => {
  for (const [own, spoken] of [
    [undefined, 'es'],
    ['fr', 'fr'],
  ] as const) {
    const club = await openClub(t);
    const { world, id: businessId } = club;
    await club.until('2030-01-31 12:00');
    const [stays, goes] = [await personOf(club, '2125550101'), await personOf(club, '2125550102')];
    const speak = async (id: bigint, language: 'es' | 'fr') =>
      await changeCustomer(world, {
        businessId,
        id,
        idempotencyKey: undefined,
        change: { language },
      });
    await speak(goes.customerId, 'es');
    if (own) await speak(stays.customerId, own);
    await club.join({ CardToken: goes.token });
    await club.work();
    const both = { businessId, id: stays.customerId, from: goes.customerId };
    await mergeCustomers(world, { ...both, actor: 'user:ann', judge: () => {} });
    assert.equal((await readCustomer(world.db, businessId, stays.customerId))!.language, spoken);
    await club.until('2030-02-28 12:00');
    const [receipt, expires, failed] = await sentBy(club, 'mail');
    const [another, page, card] = said[spoken];
    assert.match(receipt!.body, new RegExp(`${said.es[1]}: http\\S+${pagesIn(failed!.body)[0]}`));
    assert.match(expires!.body, new RegExp(`${another}\\s?: http`));
    assert.match(failed!.body, new RegExp(`${page}\\s?: http`));
    const texts = (await sentBy(club, 'text')).filter(({ body }) => pagesIn(body).length > 0);
    assert.equal(texts.length, 2);
    for (const { body } of texts) assert.match(body, new RegExp(` ${card}: http\\S+$`));
  }
});

/** A customer with a card that expires soon. */
async function personOf(club: Club, MobilePhone: string) {
  const contact = { MobilePhone, Email: `${MobilePhone}@example.com` };
  const token = await club.token(goodCard, {
    ExpirationMonth: '01',
    ExpirationYear: '30',
    ...contact,
  });
  const [stored] = await readTokens(club.world.db, [{ businessId: club.id, token }]);
  return { token, customerId: stored!.customerId };
}

test('after another address was made, later mails lead to that, and none leads anywhere after the end', async (t) => {
  const { club, id } = await openMember(t);
  await updateCard(club, (await subscriptionOf(club, id)).token, testCard('insufficient_funds'));
  await club.until('2030-02-28 12:00');
  const address = await replacePayerAddress(club.world, await requestOn(club, id));
  await club.until('2030-03-02 12:00');
  const pages = (await sentBy(club, 'mail')).flatMap(({ body }) => pagesIn(body));
  assert.equal(pages.length, 3);
  assert.ok(address.endsWith(pages[2]!));
  assert.notEqual(pages[1], pages[2]);
  assert.deepEqual(await Promise.all(pages.map((page) => statusOf(club, page))), [404, 404, 200]);
  await cancelSubscription(club.world, await requestOn(club, id));
  await club.until('2030-04-01 12:00');
  const after = (await sentBy(club, 'mail')).flatMap(({ body }) => pagesIn(body));
  assert.equal(after.length, 3);
});
