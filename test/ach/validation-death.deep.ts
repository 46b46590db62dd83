import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeFiles, resumeFiles } from '../../src/ach/files/make-files.ts';
import { beginValidations } from '../../src/ach/validation/begin.ts';
import { concludeValidations } from '../../src/ach/validation/conclude.ts';
import { confirmAmounts } from '../../src/ach/validation/confirm.ts';
import type { World } from '../../src/world.ts';
import { everyLife } from '../crash-world.ts';
import { bankOf } from './returns-bank.ts';
import { openValidatingShop, type ValidatingShop } from './validation-fixture.ts';

type Step = (world: World, shop: ValidatingShop) => Promise<unknown>;

type Story = {
  readonly method: 'prenote' | 'micro_deposits';
  /** Until when all goes well; undefined: no worker has looked yet. */
  readonly until: string | undefined;
  /** Dies, and is done again by another process. */
  readonly step: Step;
  /** Judges what there is in the end. */
  readonly leaves: (shop: ValidatingShop) => Promise<void>;
};

const confirm =
  (one: bigint, other: bigint): Step =>
  async (world, shop) => {
    const latest = (await shop.validations()).at(-1)!;
    await confirmAmounts(world, latest, [one, other]);
  };

const stories: Readonly<Record<string, Story>> = {
  'begins a prenote': {
    method: 'prenote',
    until: undefined,
    step: (world) => beginValidations(world),
    leaves: (shop) => begun(shop, ['prenote']),
  },
  'begins micro-deposits': {
    method: 'micro_deposits',
    until: undefined,
    step: (world) => beginValidations(world),
    leaves: (shop) => begun(shop, ['micro_credit', 'micro_credit', 'micro_debit', 'micro_debit']),
  },
  'files micro-deposits': {
    method: 'micro_deposits',
    until: '2030-01-15 19:59',
    async step(world, shop) {
      shop.fixture.clock.setTo(new Date('2030-01-16T01:00:00Z'));
      await makeFiles(world);
    },
    async leaves(shop) {
      shop.fixture.clock.pass(5 * 60_000);
      while ((await resumeFiles(shop.world)) > 0);
      await shop.until('2030-01-16 12:00');
      assert.equal((await bankOf(shop).sent()).length, 4);
    },
  },
  'ends the waiting for a prenote': {
    method: 'prenote',
    until: '2030-01-22 08:29',
    async step(world, shop) {
      shop.fixture.clock.setTo(new Date('2030-01-22T13:30:00Z'));
      await concludeValidations(world);
    },
    leaves: (shop) => ended(shop, 'validated', 'queued'),
  },
  'confirms the amounts': {
    method: 'micro_deposits',
    until: '2030-01-17 12:00',
    step: confirm(45n, 32n),
    leaves: (shop) => ended(shop, 'validated', 'queued'),
  },
  'names wrong amounts for the last time': {
    method: 'micro_deposits',
    until: '2030-01-17 12:00',
    async step(world, shop) {
      // As if two others had been wrong before; the dead one may have counted.
      await shop.fixture.db.query(
        `update account_validations set wrong_tries = 2 where business_id = $1 and state = 'pending'`,
        [shop.businessId],
      );
      await confirm(1n, 2n)(world, shop);
    },
    leaves: (shop) => ended(shop, 'failed', 'voided'),
  },
  'ends what nobody confirmed': {
    method: 'micro_deposits',
    until: '2030-01-26 08:29',
    async step(world, shop) {
      shop.fixture.clock.setTo(new Date('2030-01-26T13:30:00Z'));
      await concludeValidations(world);
    },
    leaves: (shop) => ended(shop, 'expired', 'voided'),
  },
};

for (const [name, { method, until, step, leaves }] of Object.entries(stories)) {
  test(`who ${name} may die at every moment`, async () => {
    await everyLife(
      { name: 'ach/validation-death' },
      {
        open: (span, shop) => shop.fixture.open(span),
        async before(_, scope) {
          // Its own clock: the step is at the same moment in every life.
          const shop = await openValidatingShop(scope, method);
          await shop.pay('1234567');
          if (until) await shop.until(until);
          return shop;
        },
        act: step,
        others: (shop) => step(shop.world, shop),
        async judge(shop) {
          await leaves(shop);
          assert.deepEqual(await shop.findings(), []);
        },
        alike: 2,
      },
    );
  });
}

async function begun(shop: ValidatingShop, kinds: readonly string[]): Promise<void> {
  assert.equal((await shop.validations()).length, 1);
  const probes = (await shop.entries()).filter(({ kind }) => kind !== 'debit');
  assert.deepEqual(probes.map(({ kind }) => kind).sort(), kinds);
  assert.equal((await shop.events('payment.account_validating')).length, 1);
}

async function ended(shop: ValidatingShop, validation: string, payment: string): Promise<void> {
  assert.deepEqual(
    (await shop.validations()).map(({ state }) => state),
    [validation],
  );
  const [debit] = (await shop.entries()).filter(({ kind }) => kind === 'debit');
  assert.equal((await shop.payment(debit!.payment_id!)).state, payment);
  const passed = await shop.events('payment.account_validated');
  assert.equal(passed.length, validation === 'validated' ? 1 : 0);
}
