import assert from 'node:assert/strict';
import { test } from 'node:test';
import { simulatedNumber } from '../../packages/sandbox/src/odfi/accounts.ts';
import { validationFingerprints } from '../../src/ach/validation/fingerprints.ts';
import { releaseValidation } from '../../src/ach/validation/open-validation.ts';
import { tokenFingerprints } from '../../src/payments/tokens/fingerprints.ts';
import { keyProvider } from '../../src/ports/vault/key-provider.ts';
import { rotate } from '../../src/ports/vault/rotate.ts';
import type { World } from '../../src/world.ts';
import { keyText } from '../fixture.ts';
import { openValidatingShop } from './validation-fixture.ts';

test('what was validated under an earlier key of fingerprints holds', async (t) => {
  const shop = await openValidatingShop(t, 'prenote');
  await shop.pay('1234567');
  await shop.until('2030-01-23 12:00');
  const [before] = await shop.validations();
  await changeFingerprintKey(shop.world);
  const [now] = await shop.validations();
  assert.equal(now?.state, 'validated');
  assert.notDeepEqual(now?.fingerprint, before?.fingerprint);
  const again = await shop.pay('1234567');
  await shop.until('2030-01-23 21:00');
  assert.equal((await shop.payment(again)).state, 'originated');
  assert.equal((await shop.validations()).length, 1);
  assert.deepEqual(await shop.findings(), []);
});

test('an account that failed is tried again after thirty days, or once an operator lets it', async (t) => {
  const shop = await openValidatingShop(t, 'prenote');
  const number = simulatedNumber('return_always', 'R03');
  await shop.pay(number);
  await shop.until('2030-01-18 12:00');
  const [failed] = await shop.validations();
  const why = { actor: 'operator:ada', reason: 'the bank had it wrong' };
  assert.equal(await releaseValidation(shop.world, failed!, why), true);
  assert.equal(await releaseValidation(shop.world, failed!, why), false);
  await shop.pay(number);
  await shop.until('2030-01-24 12:00');
  assert.deepEqual(
    (await shop.validations()).map(({ state }) => state),
    ['withdrawn', 'failed'],
  );
  await shop.until('2030-03-01 12:00');
  const late = await shop.pay(number);
  await shop.until('2030-03-01 21:00');
  assert.equal((await shop.payment(late)).state, 'queued');
  assert.equal((await shop.validations()).length, 3);
  assert.deepEqual(await shop.findings(), []);
});

/** A rotation from its beginning to its end, of which the world has heard. */
async function changeFingerprintKey({ db: sql, randomBytes, now, vault }: World): Promise<void> {
  const kept = { file: '', text: keyText, dataFolder: '', live: false };
  const provider = keyProvider({ ...kept, randomBytes, now, say() {} });
  const fingerprinted = [tokenFingerprints, validationFingerprints];
  const options = { sql, randomBytes, now, provider, fingerprinted, graceMs: 0 };
  // After a pass in which rows were changed it looks once more.
  while (!(await rotate(options, 'fingerprint')).finished);
  await vault.refresh();
}
