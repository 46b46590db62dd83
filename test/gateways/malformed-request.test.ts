import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openAuthorizeNetDouble } from '#sandbox';
import { Secret } from '../../src/kernel/secret.ts';
import { makeFixture } from '../fixture.ts';
import { openLiveBusiness } from './live-business.ts';
import { storeCard } from './stored-card.ts';

/* A gateway that cannot read what we write: no payer can do anything about it, so operators hear of it at once. */

const fixture = await makeFixture({ after });
const { clock, db } = fixture;
const key = 'CanaryExampleKy7';
const loginId = 'exampleLog1';
const unread = { executes: 'never', code: 'E00003', text: 'The element is invalid.' } as const;

test('a request that the gateway cannot read is a line of the log and one case, and nothing is charged', async (t) => {
  const sleep = () => new Promise<void>(() => {});
  const options = { now: clock.now, sleep, loginId, transactionKey: key };
  const double = await openAuthorizeNetDouble(options);
  const account = { name: 'anet', processor: 'authorize-net', merchant: loginId } as const;
  const live = await openLiveBusiness(t, {
    fixture,
    double,
    account: { ...account, key: new Secret(key) },
  });
  await live.connect();
  const cases = async () =>
    await db.query<{ state: string; evidence: Record<string, string> }>(
      `select state, evidence from open_questions
       where business_id = $1 and kind = 'malformed_request' order by id`,
      [live.businessId],
    );
  const references: string[] = [];
  for (const order of ['first', 'second']) {
    const reference = await live.nextReference();
    references.push(reference);
    double.script(reference, unread);
    const refused = await live.pay({ Amount: '10.00', OrderNumber: order });
    assert.equal(await live.stateOf(order), 'declined', refused.text);
  }
  assert.deepEqual(live.done(), []);
  assert.match(fixture.logged.join(''), /"processor.malformed_request"/);
  const [asked, ...more] = await cases();
  assert.deepEqual(more, [], 'one case while it is open');
  const { processor, reference, reason } = asked!.evidence;
  assert.deepEqual([processor, reference], ['anet', references[0]]);
  assert.match(reason!, /cannot read the request: The element is invalid/);

  await db.query(`update open_questions set state = 'closed' where business_id = $1`, [
    live.businessId,
  ]);
  // So is one to store a card.
  double.script('createCustomerProfile', unread);
  await storeCard(t, fixture, live);
  assert.equal((await cases()).length, 2);
});
