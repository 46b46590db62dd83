import { isDeepStrictEqual } from 'node:util';
import { flaw } from '../kernel/parsed.ts';
import { fieldFault, Refusal } from '../kernel/refusal.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { recordAct } from './audit-log.ts';
import { type CaseKey, type NewCase, type OpenCase, shownName } from './case.ts';
import {
  lockCase,
  lockOpenCase,
  type Opener,
  openCase as openNew,
  writeCase,
  writeEvidence,
} from './case-store.ts';
import { offered } from './decisions.ts';
import type { Evidence } from './evidence.ts';
import { declared, type Person, refusalOfSecondPerson } from './person.ts';

/*
 * Two persons decide a case, one after the other. Anybody may propose a decision, or reject a proposal. Only another
 * person may confirm it (`refusalOfSecondPerson`), and the confirmation names the proposal: another one may have come meanwhile.
 * The possible decisions depend on the case (`decisions.ts`).
 */

type Office = Pick<World, 'db' | 'now'>;

/** `match` refuses a case that is no longer the one that the person saw; it is locked. */
type Seen = { readonly match?: (openCase: OpenCase) => void };

/** The first person: the decision, and why. */
export async function propose(
  office: Office,
  key: CaseKey,
  person: Person,
  { decision, note, match }: Seen & { readonly decision: string; readonly note: string },
): Promise<OpenCase> {
  return await step(office, key, person, { act: 'question.proposed', match }, (openCase) => {
    const choices = Object.keys(offered(openCase));
    if (!choices.includes(decision)) {
      const rule = `must be one of those of this case: ${choices.join(', ')}`;
      const details = [fieldFault('decision', flaw('not_one_of', rule))];
      throw new Refusal('wrong_fields', { details });
    }
    if (openCase.state === 'proposed') {
      throw no(
        `${shownName(openCase.proposedBy)} proposed ${openCase.proposal}: confirm or reject that first.`,
      );
    }
    mustBe(openCase, 'open');
    return {
      next: {
        ...openCase,
        state: 'proposed',
        proposal: decision,
        proposedBy: person.name,
        proposedAt: office.now(),
        proposedOrigins: person.origins?.join(' '),
        note,
        outcome: undefined,
      },
      facts: { decision, note },
    };
  });
}

/**
 * The second person, who is not the first, and names the decision that it confirms. From now on the case is decided, and
 * the audit log has the note. A second confirmation, after the process of the first one died, goes on with carrying it out.
 */
export async function confirm(
  office: Office,
  key: CaseKey,
  person: Person,
  { decision, note, match }: Seen & { readonly decision: string; readonly note?: string },
): Promise<OpenCase> {
  return await step(office, key, person, { act: 'question.confirmed', match }, (openCase) => {
    if (openCase.state !== 'confirmed') mustBe(openCase, 'proposed');
    if (openCase.proposal !== decision) {
      throw no(
        `${shownName(openCase.proposedBy)} proposed ${openCase.proposal}: confirm or reject that.`,
      );
    }
    if (openCase.state === 'confirmed') return undefined;
    const why = refusalOfSecondPerson(person, openCase);
    if (why) throw no(why);
    return {
      next: {
        ...openCase,
        state: 'confirmed',
        confirmedBy: person.name,
        confirmedAt: office.now(),
      },
      facts: {
        decision: openCase.proposal,
        proposedBy: openCase.proposedBy,
        ...(note !== undefined && { note }),
      },
    };
  });
}

/** Anybody may reject a proposal. The case stays open. */
export async function reject(
  office: Office,
  key: CaseKey,
  person: Person,
  { note, match }: Seen & { readonly note: string },
): Promise<OpenCase> {
  return await step(office, key, person, { act: 'question.rejected', match }, (openCase) => {
    mustBe(openCase, 'proposed');
    const { proposal, proposedBy } = openCase;
    return {
      next: { ...opened(openCase), outcome: undefined },
      facts: { proposal, proposedBy, note },
    };
  });
}

/**
 * The decision was carried out. If another process closed the case first, its result stands. Evidence that came meanwhile
 * opens it again.
 */
export async function close(office: Office, decided: OpenCase, outcome: string): Promise<OpenCase> {
  return await end(office, decided, outcome, (openCase) =>
    isDeepStrictEqual(openCase.evidence, decided.evidence)
      ? { ...openCase, state: 'closed' }
      : opened(openCase),
  );
}

/** The decision could not be carried out: a person must decide anew. */
export async function reopen(office: Office, decided: OpenCase, why: string): Promise<OpenCase> {
  return await end(office, decided, why, opened);
}

/**
 * Opens a case with all of this evidence. A case that is open already gets it as `more` and loses a proposal that was
 * made without it. A confirmed case gets it too, and is opened again once its decision was carried out.
 */
export async function openOrExtend(
  office: Opener,
  tx: Sql,
  about: Omit<NewCase, 'evidence'>,
  [first, ...others]: readonly Evidence[],
): Promise<void> {
  const evidence = { ...first, ...(others.length > 0 && { more: others }) };
  if (await openNew(office, { ...about, evidence }, tx)) return;
  const openCase = await lockOpenCase(tx, about);
  if (!openCase) {
    // It was closed just now.
    await openNew(office, { ...about, evidence }, tx);
    return;
  }
  const { more = [], ...before } = openCase.evidence;
  const all = [...(more as readonly unknown[]), first, ...others];
  await writeEvidence(tx, { ...openCase, evidence: { ...before, more: all } });
  if (openCase.state !== 'proposed') return;
  await writeCase(tx, opened(openCase));
  const { kind, proposal, proposedBy } = openCase;
  const facts = { kind, proposal, proposedBy, note: 'There is more to know by now.' };
  await record(tx, office, openCase, 'system', 'question.rejected', facts);
}

type Rule = (openCase: OpenCase) => { next: OpenCase; facts: Record<string, unknown> } | undefined;

/** One step of a locked case, with its act in the audit log. A rule that returns undefined changes nothing. */
async function step(
  office: Office,
  key: CaseKey,
  { name, account, origins }: Person,
  { act, match }: { readonly act: string; readonly match: Seen['match'] },
  rule: Rule,
): Promise<OpenCase> {
  return await office.db.begin(async (tx) => {
    const openCase = await lockCase(tx, key);
    if (!openCase) throw no('There is no such case.');
    match?.(openCase);
    const change = rule(openCase);
    if (!change) return openCase;
    await writeCase(tx, change.next);
    const identity = origins ? undefined : declared;
    const facts = { kind: openCase.kind, ...change.facts, account, ...(identity && { identity }) };
    await record(tx, office, openCase, name, act, facts);
    return change.next;
  });
}

async function end(
  office: Office,
  decided: OpenCase,
  outcome: string,
  after: (openCase: OpenCase) => OpenCase,
): Promise<OpenCase> {
  return await office.db.begin(async (tx) => {
    const openCase = await lockCase(tx, decided);
    const isOurs =
      openCase?.state === 'confirmed' &&
      openCase.confirmedAt?.getTime() === decided.confirmedAt?.getTime();
    if (!openCase || !isOurs) return openCase ?? decided;
    const next = { ...after(openCase), outcome: outcome.slice(0, 500) };
    await writeCase(tx, next);
    const facts = { kind: openCase.kind, decision: openCase.proposal, outcome: next.outcome };
    const act = next.state === 'closed' ? 'question.closed' : 'question.reopened';
    await record(tx, office, openCase, openCase.confirmedBy!, act, facts);
    return next;
  });
}

async function record(
  tx: Sql,
  { now }: Office,
  { businessId, id }: OpenCase,
  actor: string,
  act: string,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  await recordAct(tx, { businessId, actor, act, object: `question:${id}`, facts, at: now() });
}

/** As before any proposal. */
function opened(openCase: OpenCase): OpenCase {
  return {
    ...openCase,
    state: 'open',
    proposal: undefined,
    proposedBy: undefined,
    proposedAt: undefined,
    proposedOrigins: undefined,
    note: undefined,
    confirmedBy: undefined,
    confirmedAt: undefined,
  };
}

function mustBe({ state }: OpenCase, wanted: OpenCase['state']): void {
  if (state !== wanted) throw no(states[state]);
}

const states: Readonly<Record<OpenCase['state'], string>> = {
  open: 'Nothing was proposed about this case.',
  proposed: 'Something was proposed about this case already.',
  confirmed: 'This case is decided, and that is being carried out.',
  closed: 'This case is closed.',
};

function no(message: string): Refusal {
  return new Refusal('wrong_state', { message });
}
