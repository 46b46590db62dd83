import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { historyRules } from '../../src/backoffice/reconciliation/history-rules.ts';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { activate } from '../../src/parties/applications/activate.ts';
import { expireApplications } from '../../src/parties/applications/expire.ts';
import { answer, approve, decline, request } from '../../src/parties/applications/review.ts';
import { readApplication } from '../../src/parties/applications/store.ts';
import type { World } from '../../src/world.ts';
import { Death, life } from '../crash-world.ts';
import { type Fixture, makeFixture } from '../fixture.ts';
import { type Applicant, apply, keys } from '../onboarding/applicant.ts';
import { tableTexts } from '../tables.ts';

const decision = { actor: 'operator', reason: 'Looked at it.' };
const secrets = [{ field: 'social_security_number', value: new Secret('219099997') }] as const;

type Flow = {
  readonly marker: string;
  readonly run: (world: World, applicant: Applicant) => Promise<unknown>;
};
const flows: Readonly<Record<string, Flow>> = {
  'an approval': {
    marker: 'outcome-in-review',
    run: (world, applicant) => approve(world, ...keys(applicant), decision),
  },
  'a decline': {
    marker: 'outcome-in-review',
    run: (world, applicant) =>
      decline(world, ...keys(applicant), { ...decision, outcomeCodes: ['untrue'] }),
  },
  'a request for information': {
    marker: 'outcome-in-review',
    run: (world, applicant) =>
      request(world, ...keys(applicant), { ...decision, requirements: ['website'] }),
  },
  'an answer': {
    marker: 'outcome-needs-information',
    run: (world, applicant) => answer(world, ...keys(applicant), { ...decision, secrets }),
  },
  'an activation': {
    marker: 'outcome-provisioning',
    run: (world, { business }) => activate(world, business.id, decision),
  },
};

for (const [name, { marker, run }] of Object.entries(flows)) {
  test(`${name} is whole or did not happen, whenever its process dies`, async (t) => {
    const { fixture, world, enter } = await open(t);
    const applyWith = () => apply(world, enter, { email: `ann+${marker}@example.com` });
    let applicant = await applyWith();
    let before = await snapshot(fixture);
    let deaths = 0;
    for (let died = true; died; ) {
      died = await livesFor(fixture, deaths + 1, (crashing) => run(crashing, applicant));
      if (died) deaths += 1;
      const found = await snapshot(fixture);
      await assertSound(fixture);
      // It may die after its commit, before it heard of it: then all of it is there.
      const { businessId, id, version } = applicant.application;
      const after = await readApplication(world.db, businessId, id);
      assert.equal(after!.version > version, found !== before);
      assert.ok(died || found !== before);
      if (died && found !== before) applicant = await applyWith();
      before = await snapshot(fixture);
    }
    assert.ok(deaths > 1, `only ${deaths} deaths`);
  });
}

test('a hand-in is whole or did not happen, whenever its process dies', async (t) => {
  const { fixture, enter } = await open(t);
  let deaths = 0;
  for (let died = true; died; ) {
    died = await livesFor(fixture, deaths + 1, (crashing) => apply(crashing, enter));
    if (died) deaths += 1;
    await assertSound(fixture);
    const [halves] = await fixture.db.query<{ count: bigint }>(
      `select count(*) from businesses b
       left join applications a on a.business_id = b.business_id and a.state = 'active'
       where b.business_id <> $1 and (a.id is null or b.state <> 'payments_enabled')`,
      [enter.id],
    );
    assert.equal(halves!.count, 0n);
  }
  assert.ok(deaths > 6, `only ${deaths} deaths`);
});

test('an expiry is whole or did not happen, whenever its process dies', async (t) => {
  const { fixture, world, enter } = await open(t);
  let deaths = 0;
  for (let died = true; died; ) {
    await apply(world, enter, { email: 'ann+outcome-needs-information@example.com' });
    fixture.clock.pass(30 * 24 * 3_600_000);
    const logged = fixture.logged.length;
    died = await livesFor(fixture, deaths + 1, async (crashing) => {
      await expireApplications(crashing);
      // The sweep goes on past whatever fails; its log tells that somebody died.
      crashing.log.error('test.looked');
      if (fixture.logged.slice(logged).join('').includes('not_expired')) throw new Death();
    });
    if (died) deaths += 1;
    await assertSound(fixture);
  }
  assert.ok(deaths > 1, `only ${deaths} deaths`);
});

async function open(t: TestContext) {
  const fixture = await makeFixture(t);
  return { fixture, world: await fixture.open(), enter: (await fixture.addBusiness()).business };
}

/** Whether it died on the way. */
async function livesFor(
  fixture: Fixture,
  moments: number,
  run: (world: World) => Promise<unknown>,
): Promise<boolean> {
  const span = life(moments);
  const crashing = await fixture.open({ atStatement: span.atMoment });
  span.begin();
  try {
    await run(crashing);
  } catch (error) {
    assert.ok(error instanceof Death, String(error));
  }
  return span.isOver;
}

/** All that a move writes. What is drawn beforehand, numbers and keys, may be left over. */
async function snapshot(fixture: Fixture): Promise<string> {
  const rows = await Array.fromAsync(tableTexts(fixture.db));
  const drawn = new Set(['business_ids', 'counters', 'vault_keys']);
  return rows.flatMap(({ table, row }) => (drawn.has(table) ? [] : [`${table} ${row}`])).join('\n');
}

async function assertSound(fixture: Fixture): Promise<void> {
  for (const rule of historyRules) {
    const findings = await Array.fromAsync(checkRule(fixture.db, rule));
    assert.deepEqual(findings.map(formatFinding), []);
  }
  const [apart] = await fixture.db.query<{ count: bigint }>(
    `select count(*) from applications a join businesses b using (business_id)
     where b.state <> case
       when a.state = 'active' then 'payments_enabled'
       when a.state in ('declined', 'withdrawn', 'expired') then 'messaging_only'
       else 'payments_pending' end
     or (select count(*) from audit_trail t
       where t.business_id = a.business_id and t.act = 'application.moved') <> a.version - 1`,
  );
  assert.equal(apart!.count, 0n);
}
