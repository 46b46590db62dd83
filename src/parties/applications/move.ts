import assert from 'node:assert/strict';
import { dayMs } from '../../kernel/duration.ts';
import { Refusal } from '../../kernel/refusal.ts';
import { type Act, recordActs } from '../../records/audit-log.ts';
import { enqueue } from '../../runtime/jobs.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { type Business, type BusinessState, mayTakePayments } from '../businesses/business.ts';
import { detailOf } from '../businesses/details.ts';
import { actOfMove, type Move, writeMoves } from '../businesses/moves.ts';
import { setGateway } from '../businesses/store.ts';
import {
  type Application,
  type ApplicationState,
  answerWithinDays,
  mergeDetails,
  stateAfter,
  type Trigger,
} from './application.ts';
import { checkOutcomes, checkRequirements } from './codes.ts';
import { type Stage, writeStages } from './move-store.ts';

export type Step = {
  readonly trigger: Trigger;
  readonly actor: string;
  readonly reason: string;
  /** Only with `request`. */
  readonly requirements?: readonly string[];
  /** Only with `decline`. */
  readonly outcomeCodes?: readonly string[];
  /** For an answer of the applicant: the new values. */
  readonly details?: Readonly<Record<string, string>>;
};

type Mover = Pick<World, 'log' | 'now' | 'uuid'>;

/**
 * The one way in which an application changes its state, by one step or several at once, inside the caller's
 * transaction. The caller holds `business` locked: whatever moves a business or its application comes one
 * after the other. A step that the table does not list is refused, and nothing is changed.
 */
export async function moveApplication(
  world: Mover,
  tx: Sql,
  business: Business,
  application: Application,
  steps: readonly Step[],
): Promise<Application> {
  const at = world.now();
  const path: Stage[] = [];
  let [after, { state }] = [application, business];
  for (const step of steps) {
    const to = stateAfter(after.state, step.trigger);
    const businessState = to && businessAfter(state, to);
    if (!businessState) throw refuse(world, application, step.trigger);
    const before = after;
    after = applyStep(before, to, step, at);
    path.push(stageOf(world, business, before, after, step));
    state = businessState;
  }

  const wasWritten = await writeStages(tx, application, after, path, at);
  if (!wasWritten) throw refuse(world, application, steps[0]!.trigger);
  await follow(tx, business, after, path, at);
  return after;
}

/** Requirements and their deadline hold while an answer is awaited, and no longer. */
function applyStep(
  application: Application,
  to: ApplicationState,
  { requirements = [], outcomeCodes = [], details = {} }: Step,
  at: Date,
): Application {
  const asks = to === 'needs_information';
  const declines = to === 'declined';
  if (asks) checkRequirements(requirements);
  if (declines) checkOutcomes(outcomeCodes);
  return {
    ...application,
    state: to,
    version: application.version + 1,
    details: mergeDetails(application.details, details),
    requirements: asks ? requirements : [],
    outcomeCodes: declines ? outcomeCodes : [],
    expiresAt: asks ? new Date(at.getTime() + answerWithinDays * dayMs) : undefined,
  };
}

/** The reason is internal; the applicant gets the codes. */
function stageOf(
  { uuid }: Pick<World, 'uuid'>,
  { name }: Business,
  { state: from }: Application,
  { state: to, version: n, id, email, requirements, outcomeCodes, expiresAt }: Application,
  { actor, reason }: Step,
): Stage {
  const codes = { requirements, outcomeCodes };
  assert(to !== 'draft');
  const data = {
    ...{ applicationId: String(id), businessName: name, email, from, state: to },
    ...codes,
    expiresAt: expiresAt?.toISOString(),
  };
  const pending = ['webhook', 'email'] as const;
  const event = { id: uuid(), kind: `application.${to}`, data, pending } as const;
  return { n, from, to, ...codes, actor, reason, event };
}

/** The audit log of every stage, and the business where its application takes it, in their order. */
async function follow(
  tx: Sql,
  business: Business,
  { businessId, id, details }: Application,
  path: readonly Stage[],
  at: Date,
): Promise<void> {
  let { state } = business;
  const acts: Act[] = [];
  const moves: Move[] = [];
  for (const stage of path) {
    const { to: reached, actor, reason } = stage;
    acts.push(actOf({ businessId, id }, stage, at));
    const to = businessAfter(state, reached);
    if (!to || to === state) continue;
    const move = { to, actor, reason, at };
    acts.push(actOfMove(businessId, state, move));
    moves.push(move);
    state = to;
  }
  if (path.some(({ to }) => to === 'active')) {
    const gateway = detailOf(details, 'gateway');
    await setGateway(tx, businessId, gateway);
    const connecting = { kind: 'processor_account.connect', key: 'application' } as const;
    if (gateway !== undefined)
      await enqueue(tx, [{ businessId, ...connecting, payload: null, runAt: at }]);
  }
  if (moves.length > 0) assert(await writeMoves(tx, businessId, business.state, moves));
  await recordActs(tx, businessId, acts);
}

function actOf(
  { businessId, id }: Pick<Application, 'businessId' | 'id'>,
  { from, to, requirements, outcomeCodes, actor, reason }: Stage,
  at: Date,
): Act {
  const facts = {
    from,
    to,
    reason,
    ...(requirements.length > 0 && { requirements }),
    ...(outcomeCodes.length > 0 && { outcomeCodes }),
  };
  const object = `application:${id}`;
  return { businessId, actor, act: 'application.moved', object, facts, at };
}

const follows: Partial<Record<ApplicationState, BusinessState>> = {
  submitted: 'payments_pending',
  active: 'payments_enabled',
  declined: 'messaging_only',
  withdrawn: 'messaging_only',
  expired: 'messaging_only',
};

/** The state of a business after its application reached a state; undefined: this move is not allowed. */
function businessAfter(state: BusinessState, reached: ApplicationState): BusinessState | undefined {
  // Activated by hand before it applied: it goes on to take payments, whatever the outcome of its application.
  if (mayTakePayments({ state })) return state;
  const next = follows[reached] ?? state;
  // Suspended or closed meanwhile: an application may still come to nothing, but never to payments.
  if (next === state || isWaiting(state)) return next;
  return next === 'messaging_only' ? state : undefined;
}

/** Takes no payments yet, and may come to. */
export function isWaiting(state: BusinessState): boolean {
  return state === 'messaging_only' || state === 'payments_pending';
}

export function refuse(
  { log }: Pick<World, 'log'>,
  { businessId, id: applicationId, state }: Application,
  trigger: Trigger,
): Refusal {
  log.info('application.refused', { businessId, applicationId, state, kind: trigger });
  return new Refusal('wrong_state');
}
