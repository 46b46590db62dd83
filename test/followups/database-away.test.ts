import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { loseConnection } from '../crash/fixture.ts';
import { makeFixture } from '../fixture.ts';
import { type Answer, askRefund, openShop } from './shop.ts';

const fixture = await makeFixture({ after });

type Shop = Awaited<ReturnType<typeof openShop>>;
type Kind = { readonly charge: string; ask(shop: Shop, invoice: string): Promise<Answer> };
const headers = { 'Idempotency-Key': 'key-1' };
const kinds: Readonly<Record<string, Kind>> = {
  capture: {
    charge: 'Authorize',
    ask: ({ authorization }, TransactionID) =>
      authorization({ TransactionID, ChargeType: 'Capture' }, headers),
  },
  void: {
    charge: 'Authorize',
    ask: ({ authorization }, TransactionID) =>
      authorization({ TransactionID, ChargeType: 'Void' }, headers),
  },
  refund: {
    charge: 'Charge',
    ask: ({ baseUrl, caller }, PaymentID) =>
      askRefund(baseUrl, caller, { RefundType: 'Partial', Amount: '30.00', PaymentID }, 'key-1'),
  },
};

/** How the database fails: not at all, from now on, or when the next transaction has been committed. */
type Trouble = 'none' | 'away' | 'lost at the commit' | 'away from the commit on';

async function shopWith(t: { after(work: () => Promise<void>): void }) {
  // `answered`: the commits before it, which are.
  const state: { trouble: Trouble; answered: number } = { trouble: 'none', answered: 0 };
  const world = await fixture.open({
    atStatement() {
      if (state.trouble === 'away') loseConnection();
    },
    over: (db) => ({
      ...db,
      async begin(work, tenants) {
        const done = await db.begin(work, tenants);
        if (state.trouble.includes('commit')) {
          state.answered -= 1;
          if (state.answered >= 0) return done;
          state.trouble = state.trouble.startsWith('lost') ? 'none' : 'away';
          loseConnection();
        }
        return done;
      },
    }),
  });
  return { state, shop: await openShop(t, { fixture, world }) };
}

for (const [name, { charge, ask }] of Object.entries(kinds)) {
  test(`a ${name} is refused as a busy service does it while the database is away`, async (t) => {
    const { state, shop } = await shopWith(t);
    const { invoice } = await shop.pay({ ChargeType: charge });
    state.trouble = 'away';
    const refused = await ask(shop, invoice);
    assert.match(refused.body.Message, /busy and nothing more was done/);
    assert.equal(refused.status, name === 'refund' ? 200 : 503);
    assert.equal(refused.retryAfter, '2');
    assert.equal(await countFollowUps(shop), 0);
    state.trouble = 'none';
    assert.equal((await ask(shop, invoice)).state, 'succeeded');
    assert.equal(await countFollowUps(shop), 1);
  });

  test(`a ${name} goes on where only the answer to its commit was lost`, async (t) => {
    const { state, shop } = await shopWith(t);
    const { invoice } = await shop.pay({ ChargeType: charge });
    state.trouble = 'lost at the commit';
    assert.equal((await ask(shop, invoice)).state, 'succeeded');
    assert.equal(await countFollowUps(shop), 1);
  });

  test(`a ${name} counts once where the answer to the commit of its outcome was lost`, async (t) => {
    const ends = [];
    for (const trouble of ['none', 'lost at the commit'] as const) {
      const { state, shop } = await shopWith(t);
      const { invoice } = await shop.pay({ ChargeType: charge });
      Object.assign(state, { trouble, answered: 1 });
      assert.equal((await ask(shop, invoice)).state, 'succeeded');
      assert.equal(state.trouble, 'none');
      ends.push([await shop.payment(invoice), await shop.ledger()]);
    }
    assert.deepEqual(ends[1], ends[0]);
  });

  test(`a ${name} of which nobody knows whether it was begun is not called failed, and done once`, async (t) => {
    const { state, shop } = await shopWith(t);
    const { invoice } = await shop.pay({ ChargeType: charge });
    state.trouble = 'away from the commit on';
    const open = await ask(shop, invoice);
    assert.equal(open.state, 'processing');
    assert.equal(open.status, name === 'refund' ? 200 : 202);
    assert.match(open.body.Message, /still being done/);
    state.trouble = 'none';
    // It was there, and is found never to have been sent: the same request begins it anew.
    fixture.clock.pass(10 * 60_000);
    const notSent = await ask(shop, invoice);
    assert.deepEqual([notSent.state, notSent.retryAfter], ['failed', '5']);
    assert.equal((await ask(shop, invoice)).state, 'succeeded');
    assert.equal(await countFollowUps(shop), 2);
  });
}

async function countFollowUps({ caller }: Shop): Promise<number> {
  const rows = await fixture.db.query('select from followups where business_id = $1', [
    caller.business.id,
  ]);
  return rows.length;
}
