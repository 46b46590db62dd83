import assert from 'node:assert/strict';
import type { BehaviourName } from '../../packages/sandbox/src/processor/behaviours.ts';
import { type Finding, formatFinding } from '../../src/backoffice/reconciliation/finding.ts';
import { atClockOf } from '../../src/parties/businesses/clock.ts';
import { readBusiness } from '../../src/parties/businesses/store.ts';
import { followUp } from '../../src/payments/follow-ups/carry-out.ts';
import type { World } from '../../src/world.ts';
import type { Fields } from '../caller.ts';
import {
  makeScenario,
  type PaymentRequest,
  type Sabotage,
  type Scenario,
} from '../crash/fixture.ts';

/*
 * Damages made by hand, and the findings of the reconciliation. $1 is the business; each has one payment of its
 * own, so that the findings can be told apart.
 */
export type Damage = {
  readonly fields: Fields;
  /** What happened to the payment before the damage. */
  readonly before?: (scenario: Scenario, request: PaymentRequest) => Promise<unknown>;
  readonly sql?: string;
  /** Changes the book or the client log. */
  readonly tamper?: (scenario: Scenario, request: PaymentRequest) => Promise<unknown> | unknown;
  readonly found: readonly string[];
};

type Scope = { after(work: () => Promise<void>): void };

/** Exactly what is expected is found, but for the totals; returns all that was. */
export async function judgeDamages(
  scope: Scope,
  damages: Readonly<Record<string, Damage>>,
  ofNobody: readonly string[] = [],
): Promise<Finding[]> {
  const scenario = await makeScenario(scope);
  const expected = [...ofNobody];
  const names = new Map<bigint, string>();
  for (const [name, { fields, before, sql, tamper, found }] of Object.entries(damages)) {
    const request = await scenario.newRequest(fields);
    const { id } = request.caller.business;
    names.set(id, name);
    const reply = await scenario.ask(await scenario.survivor(), request);
    assert.ok(reply && reply.status < 300, `${name}: ${reply?.body}`);
    await before?.(scenario, request);
    if (sql) await scenario.fixture.db.query(sql, [id]);
    await tamper?.(scenario, request);
    expected.push(...found.map((rule) => `${rule} of ${id} (${name})`));
  }
  const findings = await scenario.findings();
  const actual = findings
    .filter(({ rule }) => rule !== 'total_differs')
    .map(({ rule, businessId }) =>
      businessId === undefined
        ? `${rule} of nobody`
        : `${rule} of ${businessId} (${names.get(businessId)})`,
    );
  assert.deepEqual(actual.sort(), expected.sort(), findings.map(formatFinding).join('\n'));
  return findings;
}

/** Requests a follow-up of the one payment of a business; the request may be refused. */
export function did(
  kind: 'capture' | 'void' | 'refund',
  amountCents?: bigint,
  bank: BehaviourName = 'approve',
  breaks: Sabotage = (world) => world,
): (scenario: Scenario, request: PaymentRequest) => Promise<unknown> {
  return async (scenario, { caller }) => {
    scenario.fixture.bank.script({ next: 1 }, bank);
    return await followUp(breaks(await ownWorld(scenario, caller.business.id)), {
      businessId: caller.business.id,
      paymentId: 1n,
      kind,
      amountCents,
      idempotencyKey: undefined,
      actor: 'operator:ann',
      reason: undefined,
    });
  };
}

/** By the clock of this business. */
async function ownWorld(scenario: Scenario, businessId: bigint): Promise<World> {
  const world = await scenario.survivor();
  const business = await readBusiness(world.db, businessId);
  return atClockOf(world, business!);
}
