import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { historyRules } from '../../src/backoffice/reconciliation/history-rules.ts';
import { checkRule } from '../../src/backoffice/reconciliation/table-rules.ts';
import {
  type Application,
  type ApplicationState,
  applicationStates,
  moves,
  type Trigger,
} from '../../src/parties/applications/application.ts';
import { moveApplication } from '../../src/parties/applications/move.ts';
import { readApplication, readApplicationMoves } from '../../src/parties/applications/store.ts';
import { lockBusiness } from '../../src/parties/businesses/store.ts';
import { makeFixture } from '../fixture.ts';
import { tableTexts } from '../tables.ts';
import { type Applicant, apply, keys, statesOf } from './applicant.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const master = (await fixture.addBusiness()).business;
const triggers = Object.keys(moves) as Trigger[];

/** The arrows as they are drawn, written down a second time. */
const drawn: Readonly<Record<ApplicationState, string>> = {
  draft: 'submit>submitted withdraw>withdrawn',
  submitted: 'screen>screening withdraw>withdrawn',
  screening:
    'clear>approved refer>in_review escalate>enhanced_review request>needs_information decline>declined withdraw>withdrawn',
  in_review:
    'escalate>enhanced_review request>needs_information approve>approved decline>declined withdraw>withdrawn',
  needs_information:
    'answer>in_review answer_enhanced>enhanced_review decline>declined withdraw>withdrawn expire>expired',
  enhanced_review: 'request>needs_information approve>approved decline>declined withdraw>withdrawn',
  approved: 'provision>provisioning withdraw>withdrawn',
  provisioning: 'activate>active withdraw>withdrawn',
  active: '',
  declined: '',
  withdrawn: '',
  expired: '',
};

/** By which path each state is reached from a draft. */
const paths: Readonly<Record<ApplicationState, readonly Trigger[]>> = {
  draft: [],
  submitted: ['submit'],
  screening: ['submit', 'screen'],
  in_review: ['submit', 'screen', 'refer'],
  needs_information: ['submit', 'screen', 'request'],
  enhanced_review: ['submit', 'screen', 'escalate'],
  approved: ['submit', 'screen', 'clear'],
  provisioning: ['submit', 'screen', 'clear', 'provision'],
  active: ['submit', 'screen', 'clear', 'provision', 'activate'],
  declined: ['submit', 'screen', 'decline'],
  withdrawn: ['submit', 'withdraw'],
  expired: ['submit', 'screen', 'request', 'expire'],
};

function stepOf(trigger: Trigger) {
  return {
    trigger,
    actor: 'operator',
    reason: 'Because.',
    ...(trigger === 'request' && { requirements: ['website'] }),
    ...(trigger === 'decline' && { outcomeCodes: ['untrue'] }),
  };
}

async function move({ business, application }: Applicant, triggered: readonly Trigger[]) {
  return await world.db.begin(async (tx) => {
    const locked = (await lockBusiness(tx, business.id))!;
    const now = (await readApplication(tx, business.id, application.id))!;
    return await moveApplication(world, tx, locked, now, triggered.map(stepOf));
  });
}

/** One that was just begun, as nobody leaves it. */
async function draft(): Promise<Applicant> {
  const { business, application } = await apply(world, master, { environment: 'live' });
  for (const sql of [
    `update applications set state = 'draft', version = 1 where business_id = $1`,
    'delete from application_moves where business_id = $1 and n > 1',
    `delete from events where business_id = $1`,
    `update businesses set state = 'messaging_only', version = 1 where business_id = $1`,
    'delete from business_moves where business_id = $1 and n > 1',
  ]) {
    await fixture.db.query(sql, [business.id]);
  }
  return { business, application };
}

async function at(state: ApplicationState): Promise<Applicant> {
  const applicant = await draft();
  const path = paths[state];
  if (path.length > 0) assert.equal((await move(applicant, path)).state, state);
  return applicant;
}

async function counts(application: Application): Promise<number[]> {
  const rows = await fixture.db.query<{ count: bigint }>(
    `select count(*) from application_moves where business_id = $1
     union all select count(*) from events where business_id = $1
     union all select count(*) from audit_trail where business_id = $1
       and act = 'application.moved'`,
    [application.businessId],
  );
  return rows.map(({ count }) => Number(count));
}

for (const state of applicationStates) {
  const legal = new Map(
    drawn[state].split(' ').map((arrow) => arrow.split('>') as [Trigger, string]),
  );

  for (const [trigger, to] of drawn[state] === '' ? [] : legal) {
    test(`${state}: ${trigger} leads to ${to}, with history, event and audit row`, async () => {
      const applicant = await at(state);
      const before = await counts(applicant.application);
      await move(applicant, [trigger]);
      assert.equal((await statesOf(world, applicant))[0], to);
      const more = (await counts(applicant.application)).map((count, i) => count - before[i]!);
      assert.deepEqual(more, [1, 1, 1]);
      const last = (await readApplicationMoves(world.db, ...keys(applicant))).at(-1);
      const { from, actor, reason } = last!;
      assert.deepEqual([from, last!.to, actor, reason], [state, to, 'operator', 'Because.']);
    });
  }

  test(`${state}: every other trigger is refused, logged, and changes nothing`, async () => {
    const applicant = await at(state);
    const before = await Array.fromAsync(tableTexts(fixture.db));
    const logged = fixture.logged.length;
    const illegal = triggers.filter((trigger) => !legal.has(trigger));
    assert.ok(illegal.length >= triggers.length - 6);
    for (const trigger of illegal) {
      await assert.rejects(move(applicant, [trigger]), { code: 'wrong_state' }, trigger);
    }
    assert.deepEqual(await Array.fromAsync(tableTexts(fixture.db)), before);
    await new Promise((resolve) => setImmediate(resolve));
    const lines = fixture.logged
      .slice(logged)
      .join('')
      .match(/"application\.refused"/g);
    assert.equal(lines?.length, illegal.length);
  });
}

test('a step that is refused takes those before it along', async () => {
  const applicant = await at('in_review');
  const before = await Array.fromAsync(tableTexts(fixture.db));
  await assert.rejects(move(applicant, ['approve', 'provision', 'expire']), {
    code: 'wrong_state',
  });
  assert.deepEqual(await Array.fromAsync(tableTexts(fixture.db)), before);
});

test('after all this the reconciliation finds nothing', async () => {
  for (const rule of historyRules) {
    const findings = await Array.fromAsync(checkRule(fixture.db, rule));
    assert.deepEqual(findings.map(formatFinding), []);
  }
});
