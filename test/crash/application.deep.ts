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
import { everyLife, type Lived } from '../crash-world.ts';
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
    await dieUntilDone(fixture, {
      act: (crashing) => run(crashing, applicant),
      async judge(_, __, hasDied) {
        const found = await snapshot(fixture);
        await assertSound(fixture);
        // It may die after its commit, before it heard of it: then all of it is there.
        const { businessId, id, version } = applicant.application;
        const after = await readApplication(world.db, businessId, id);
        assert.equal(after!.version > version, found !== before);
        assert.ok(hasDied || found !== before);
        if (hasDied && found !== before) applicant = await applyWith();
        before = await snapshot(fixture);
      },
    });
  });
}

test('a hand-in is whole or did not happen, whenever its process dies', async (t) => {
  const { fixture, enter } = await open(t);
  const { lives } = await dieUntilDone(fixture, {
    act: (crashing) => apply(crashing, enter),
    async judge() {
      await assertSound(fixture);
      const [halves] = await fixture.db.query<{ count: bigint }>(
        `select count(*) from businesses b
         left join applications a on a.business_id = b.business_id and a.state = 'active'
         where b.business_id <> $1 and (a.id is null or b.state <> 'payments_enabled')`,
        [enter.id],
      );
      assert.equal(halves!.count, 0n);
    },
  });
  assert.ok(lives > 7, `only ${lives} lives`);
});

test('an expiry is whole or did not happen, whenever its process dies', async (t) => {
  const { fixture, world, enter } = await open(t);
  await dieUntilDone(fixture, {
    async before() {
      await apply(world, enter, { email: 'ann+outcome-needs-information@example.com' });
      fixture.clock.pass(30 * 24 * 3_600_000);
    },
    // The sweep goes on past whatever fails.
    act: (crashing) => expireApplications(crashing),
    judge: () => assertSound(fixture),
  });
});

type Dying = {
  readonly before?: () => Promise<void>;
  readonly act: (crashing: World) => Promise<unknown>;
  readonly judge: (_: unknown, n: number, hasDied: boolean) => Promise<void>;
};

/** At each statement and commit. */
async function dieUntilDone(fixture: Fixture, { before, ...lives }: Dying): Promise<Lived> {
  return await everyLife(
    { name: 'crash/application' },
    {
      open: ({ atMoment }) => fixture.open({ atStatement: atMoment }),
      before: before ?? (async () => {}),
      ...lives,
    },
  );
}

async function open(t: TestContext) {
  const fixture = await makeFixture(t);
  return { fixture, world: await fixture.open(), enter: (await fixture.addBusiness()).business };
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
