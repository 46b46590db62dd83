import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../../src/kernel/secret.ts';
import { answer, approve, request } from '../../src/parties/applications/review.ts';
import { makeFixture } from '../fixture.ts';
import { tableTexts } from '../tables.ts';
import { apply, canaries, keys } from './applicant.ts';

test('no secret of an application lies anywhere, nor one that was put into a reason', async (t) => {
  const fixture = await makeFixture(t);
  const world = await fixture.open();
  const master = (await fixture.addBusiness()).business;
  const applicant = await apply(world, master, { email: 'ann+outcome-in-review@example.com' });
  const { social_security_number: ssn } = canaries;
  const written = ssn.replace(/(...)(..)(....)/, '$1-$2-$3');
  const reason = `He says ${written} and pays with 4111 1111 1111 1111.`;
  const spoken = { actor: 'operator', reason };
  await request(world, ...keys(applicant), { ...spoken, requirements: ['owner_ssn'] });
  const newSsn = '219099997';
  const secrets = [{ field: 'social_security_number', value: new Secret(newSsn) }] as const;
  await answer(world, ...keys(applicant), { ...spoken, secrets });
  await approve(world, ...keys(applicant), spoken);

  const hidden = [...Object.values(canaries), newSsn, written, '4111 1111 1111 1111'];
  for await (const { table, row } of tableTexts(fixture.db)) {
    for (const canary of hidden) assert.ok(!row.includes(canary), `${canary} in ${table}`);
  }
  for (const line of fixture.logged) {
    for (const canary of hidden) assert.ok(!line.includes(canary), `${canary} in the log`);
  }
  const place = { businessId: applicant.business.id, owner: 'application' };
  const field = 'social_security_number';
  const kept = await world.vault.open(world.db, { ...place, field });
  assert.deepEqual(
    world.vault.fingerprint(kept),
    world.vault.fingerprint(new Secret(newSsn)),
    'the vault has the new number',
  );
});
