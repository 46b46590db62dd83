import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { type InboxItem, readInbox } from '../../src/notify/conversations/sandbox-inbox.ts';
import { resume } from '../../src/parties/applications/resume.ts';
import { closeBusiness, suspendBusiness } from '../../src/parties/businesses/change-state.ts';
import { bankOf } from '../ach/returns-bank.ts';
import { type AchShop, openAchShop } from '../ach/returns-fixture.ts';
import { makeFixture } from '../fixture.ts';

const fixture = await makeFixture({ after });

test('a payment that came back for want of funds is told, with the day on which it is sent again', async (t) => {
  const shop = await openAchShop(t, { fixture });
  await shop.pay('99000001');
  await shop.until('2030-01-22 12:00');
  const [, first] = await arrived(shop, 'mail');
  assert.equal(first!.subject, '[TEST] Your bank payment to Test came back');
  assert.match(first!.body, /^Payment came back: \$100\.00$/m);
  assert.match(first!.body, /was not completed: there was not enough money in the account\./);
  assert.match(first!.body, /It will be sent to your bank once more on January 2\d, 2030\./);
  assert.ok(!first!.body.includes('/pay/'));
  const [, text] = await arrived(shop, 'text');
  assert.match(text!.body, /came back: there was not .* account\. We try again on Jan 2\d\.$/);
});

test('when it is not sent again, a link to pay otherwise comes with the mail, and with the text', async (t) => {
  const shop = await openAchShop(t, { fixture, terms: { represents: false } });
  await shop.pay('99000001');
  await shop.until('2030-02-01 12:00');
  const mails = await arrived(shop, 'mail');
  const last = mails.at(-1)!;
  assert.match(last.body, /Please pay Test in another way\./);
  const address = /^Pay \$100\.00: (http:\S+\/pay\/[\w-]{22})$/m.exec(last.body)?.[1];
  assert.ok(address, last.body);
  assert.ok(last.html!.includes(`href="${address}"`));
  const text = (await arrived(shop, 'text')).at(-1)!;
  assert.ok(text.body.endsWith(`Please pay another way. Pay here: ${address}`), text.body);
});

test('the payer of a dead account is asked for another, and one of an unknown reason to talk', async (t) => {
  const closed = await openAchShop(t, { fixture });
  await closed.pay('99000002');
  await closed.until('2030-02-08 12:00');
  const dead = (await arrived(closed, 'mail')).at(-1)!;
  assert.match(dead.body, /not completed: the account is closed\./);
  assert.match(dead.body, /Please pay Test from another account, or in another way\./);
  assert.match(dead.body, /^Pay \$100\.00: http/m);

  const stopped = await openAchShop(t, { fixture });
  await stopped.pay('99000008');
  await stopped.until('2030-02-15 12:00');
  const other = (await arrived(stopped, 'mail')).at(-1)!;
  assert.match(other.body, /not completed: the payment was stopped at the bank\./);
  assert.match(other.body, /Please talk to Test about what to do next\./);
  assert.ok(!other.body.includes('/pay/'));
  assert.deepEqual(await stopped.findings(), []);
});

test('what was not sent since its account came back is told with a link to pay otherwise', async (t) => {
  const shop = await openAchShop(t, { fixture });
  const bank = bankOf(shop);
  const first = await shop.pay('1234567', { CreateToken: true, OrderNumber: 'first' });
  const { token } = await shop.payment(first);
  await shop.until('2030-02-20 09:00');
  const none = { AccountNumber: undefined, RoutingNumber: undefined, AccountType: undefined };
  await shop.pay('', { ...none, ACHToken: token, OrderNumber: 'second' });
  await bank.post('a.ach', await bank.answer([[first, 'R02']]));
  await readInboxes(shop.world, shop.businessId);
  await shop.until('2030-02-22 12:00');
  const mail = (await arrived(shop, 'mail')).find(({ subject }) => subject?.includes('not sent'))!;
  assert.equal(mail.subject, '[TEST] Your bank payment to Test was not sent');
  assert.match(
    mail.body,
    /was not sent to your bank: the account is closed\. Your account will not/,
  );
  assert.match(mail.body, /Please pay Test from another account, or in another way\./);
  assert.match(mail.body, /^Pay \$100\.00: http\S+\/pay\//m);
  const text = (await arrived(shop, 'text')).find(({ body }) => body.includes('not sent'))!;
  assert.match(
    text.body,
    /not sent: its account takes none\. Please pay another way\. Pay here: http/,
  );
});

test('a closed business asks nobody to pay otherwise, and makes no link for it', async (t) => {
  const shop = await openAchShop(t, { fixture });
  for (const [number, OrderNumber] of [
    ['99000001', 'funds'],
    ['99000002', 'gone'],
  ] as const) {
    await shop.pay(number, { OrderNumber });
  }
  await closeBusiness(shop.world, shop.businessId, { actor: 'operator', reason: 'a test' });
  await shop.until('2030-03-01 12:00');
  const mails = (await arrived(shop, 'mail')).filter(({ subject }) => subject?.includes('back'));
  const texts = (await arrived(shop, 'text')).filter(({ body }) => body.includes('came back'));
  assert.deepEqual([mails.length, texts.length], [2, 2]);
  for (const { body } of mails) assert.match(body, /Please talk to Test about what to do next\./);
  for (const { body } of [...mails, ...texts]) assert.doesNotMatch(body, /\/pay\/|Please pay/);
  const links = await fixture.db.query('select id from pay_links where business_id = $1', [
    shop.businessId,
  ]);
  assert.deepEqual(links, []);
});

test('while a business is suspended no mail offers a link, and the text that does waits', async (t) => {
  const shop = await openAchShop(t, { fixture, terms: { represents: false } });
  await shop.pay('99000001');
  await shop.until('2030-03-02 12:00');
  const why = { actor: 'operator', reason: 'a test' };
  await suspendBusiness(shop.world, shop.businessId, why);
  await shop.until('2030-03-12 12:00');
  const cameBack = (await arrived(shop, 'mail')).find(({ subject }) => subject?.includes('back'));
  assert.match(cameBack!.body, /Please talk to Test/);
  assert.doesNotMatch(cameBack!.body, /\/pay\//);
  const texts = async () =>
    (await arrived(shop, 'text')).filter(({ body }) => body.includes('came back'));
  assert.deepEqual(await texts(), []);
  await resume(shop.world, shop.businessId, why);
  await shop.until('2030-03-12 13:00');
  assert.match((await texts())[0]!.body, /Please pay another way\. Pay here: http/);
});

test('the business is written to when the money of a refund comes back', async (t) => {
  const shop = await openAchShop(t, { fixture });
  const bank = bankOf(shop);
  await fixture.db.query(
    `insert into business_profiles (business_id, email, phone, details, updated_at)
     values ($1, 'ann@flowers.example', '', '{}', now())
     on conflict (business_id) do update set email = 'ann@flowers.example'`,
    [shop.businessId],
  );
  const paid = await shop.pay('1234567', { OrderNumber: 'A-9' });
  await shop.until('2030-03-15 12:00');
  await shop.refund('A-9', '40.00');
  await shop.until('2030-03-19 12:00');
  const credit = (await shop.entries(paid)).find(({ kind }) => kind === 'credit')!;
  await bank.post('b.ach', await bank.answerEntry(credit.id, 'R03'));
  await readInboxes(shop.world, shop.businessId);
  await shop.until('2030-03-20 12:00');
  const mails = (await arrived(shop, 'mail')).filter(({ subject }) => subject?.includes('A-9'));
  assert.equal(mails.length, 1);
  const [mail] = mails;
  assert.equal(mail!.subject, '[TEST] A refund came back: A-9');
  assert.match(mail!.body, /did not get the \$40\.00 that you gave back/);
  assert.match(mail!.body, /^You get this e-mail as the contact of Test\.$/m);
});

async function arrived({ businessId }: AchShop, channel: string): Promise<InboxItem[]> {
  const all = await readInbox(fixture.db, businessId, { most: 100 });
  return all.filter((one) => one.channel === channel).toReversed();
}
