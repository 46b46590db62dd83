import assert from 'node:assert/strict';
import { showValidationAddress } from '../../src/ach/validation/open-validation.ts';
import { listValidations } from '../../src/ach/validation/store.ts';
import { usualTerms, writeTerms } from '../../src/parties/businesses/terms.ts';
import { workOnce } from '../../src/worker/worker.ts';
import type { Scope } from '../scope.ts';
import { bank, openCounter } from './counter.ts';

/** A payment from an account that is used for the first time, and the page of its payer. */
export async function openFirstUse(scope: Scope, changes: { readonly limited?: boolean } = {}) {
  const counter = await openCounter(scope);
  const { fixture, world } = counter;
  const shop = await counter.addBusiness(changes);
  const businessId = shop.business.id;
  const terms = { ...usualTerms, accountValidation: 'micro_deposits' } as const;
  await writeTerms(fixture.db, businessId, terms, fixture.clock.now());
  const link = await counter.addLink(shop);
  assert.equal((await counter.post(link.path, bank)).status, 303);
  while ((await workOnce(world)) > 0);
  const [validation] = await listValidations(fixture.db, businessId, { limit: 1 });
  const address = await showValidationAddress(world, validation!, 'operator:ada');
  return {
    ...counter,
    path: new URL(address).pathname,
    async arrive() {
      for (const moment of ['2030-01-16T01:00:00Z', '2030-01-16T13:30:00Z']) {
        fixture.clock.setTo(new Date(moment));
        while ((await workOnce(world)) > 0);
      }
    },
  };
}
