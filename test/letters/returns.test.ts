import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type InboxItem, readInbox } from '../../src/conversations/sandbox-inbox.ts';
import { type AchShop, openAchShop } from '../ach/returns-street.ts';
import { makeHouse } from '../world.ts';

const house = await makeHouse({ after });

test('a payment that came back for want of funds is told, with the day on which it is sent again', async (t) => {
  const shop = await openAchShop(t, { house });
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

test('when it is not sent again, a link to pay otherwise comes with the letter, and with the text', async (t) => {
  const shop = await openAchShop(t, { house, terms: { represents: false } });
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
  const closed = await openAchShop(t, { house });
  await closed.pay('99000002');
  await closed.until('2030-02-08 12:00');
  const dead = (await arrived(closed, 'mail')).at(-1)!;
  assert.match(dead.body, /not completed: the account is closed\./);
  assert.match(dead.body, /Please pay Test from another account, or in another way\./);
  assert.match(dead.body, /^Pay \$100\.00: http/m);

  const stopped = await openAchShop(t, { house });
  await stopped.pay('99000008');
  await stopped.until('2030-02-15 12:00');
  const other = (await arrived(stopped, 'mail')).at(-1)!;
  assert.match(other.body, /not completed: the payment was stopped at the bank\./);
  assert.match(other.body, /Please talk to Test about what to do next\./);
  assert.ok(!other.body.includes('/pay/'));
  assert.deepEqual(await stopped.findings(), []);
});

async function arrived({ businessId }: AchShop, channel: string): Promise<InboxItem[]> {
  const all = await readInbox(house.db, businessId, { most: 100 });
  return all.filter((one) => one.channel === channel).toReversed();
}
