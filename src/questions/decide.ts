import { Refusal } from '../base/refusal.ts';
import type { Sql } from '../base/sql.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { offered } from './decisions.ts';
import { lockQuestion, type Question, type QuestionKey, writeQuestion } from './store.ts';

type Office = Pick<World, 'db' | 'now'>;

/** Who decides, and under which account of the machine: in containers everybody is root. */
export type Person = { readonly name: string; readonly account: string };

/** The first of two: what should be done, and why. */
export async function propose(
  office: Office,
  key: QuestionKey,
  person: Person,
  { decision, note }: { readonly decision: string; readonly note: string },
): Promise<Question> {
  return await step(office, key, person, 'question.proposed', (question) => {
    const choices = Object.keys(offered(question));
    if (!choices.includes(decision)) {
      throw no(`About this question may be decided: ${choices.join(', ')}.`);
    }
    if (question.state === 'proposed') {
      throw no(
        `${question.proposedBy} proposed ${question.proposal}: confirm or reject that first.`,
      );
    }
    mustBe(question, 'open');
    return {
      next: {
        ...question,
        state: 'proposed',
        proposal: decision,
        proposedBy: person.name,
        proposedAt: office.now(),
        note,
        outcome: undefined,
      },
      facts: { decision, note },
    };
  });
}

/**
 * The second of two, who is somebody else. From now on it is decided, and nobody takes it back; whoever confirms
 * it once more, because the first one's process died, goes on with carrying it out.
 */
export async function confirm(office: Office, key: QuestionKey, person: Person): Promise<Question> {
  return await step(office, key, person, 'question.confirmed', (question) => {
    if (question.state === 'confirmed') return undefined;
    mustBe(question, 'proposed');
    if (sameName(person.name, question.proposedBy!)) {
      throw no(`${question.proposedBy} proposed this: somebody else must confirm it.`);
    }
    return {
      next: {
        ...question,
        state: 'confirmed',
        confirmedBy: person.name,
        confirmedAt: office.now(),
      },
      facts: { decision: question.proposal, proposedBy: question.proposedBy },
    };
  });
}

/** Whoever proposed it may do so too. The question stays open. */
export async function reject(
  office: Office,
  key: QuestionKey,
  person: Person,
  note: string,
): Promise<Question> {
  return await step(office, key, person, 'question.rejected', (question) => {
    mustBe(question, 'proposed');
    const { proposal, proposedBy } = question;
    return {
      next: { ...asked(question), outcome: undefined },
      facts: { proposal, proposedBy, note },
    };
  });
}

/** It was carried out. When somebody else was quicker to say so, theirs stands. */
export async function close(office: Office, decided: Question, outcome: string): Promise<Question> {
  return await end(office, decided, 'question.closed', outcome, (question) => ({
    ...question,
    state: 'closed',
  }));
}

/** It could not be carried out: a person must decide anew. */
export async function reopen(office: Office, decided: Question, why: string): Promise<Question> {
  return await end(office, decided, 'question.reopened', why, asked);
}

type Rule = (question: Question) => { next: Question; facts: Record<string, unknown> } | undefined;

/** One step, locked and told in the audit trail; a rule that gives nothing leaves it as it is. */
async function step(
  office: Office,
  key: QuestionKey,
  { name, account }: Person,
  act: string,
  rule: Rule,
): Promise<Question> {
  return await office.db.begin(async (tx) => {
    const question = await lockQuestion(tx, key);
    if (!question) throw no('There is no such question.');
    const change = rule(question);
    if (!change) return question;
    await writeQuestion(tx, change.next);
    const facts = { kind: question.kind, ...change.facts, account };
    await tell(tx, office, question, name, act, facts);
    return change.next;
  });
}

async function end(
  office: Office,
  decided: Question,
  act: string,
  outcome: string,
  after: (question: Question) => Question,
): Promise<Question> {
  return await office.db.begin(async (tx) => {
    const question = await lockQuestion(tx, decided);
    const isOurs =
      question?.state === 'confirmed' &&
      question.confirmedAt?.getTime() === decided.confirmedAt?.getTime();
    if (!question || !isOurs) return question ?? decided;
    const next = { ...after(question), outcome: outcome.slice(0, 500) };
    await writeQuestion(tx, next);
    const facts = { kind: question.kind, decision: question.proposal, outcome: next.outcome };
    await tell(tx, office, question, question.confirmedBy!, act, facts);
    return next;
  });
}

async function tell(
  tx: Sql,
  { now }: Office,
  { businessId, id }: Question,
  actor: string,
  act: string,
  facts: Readonly<Record<string, unknown>>,
): Promise<void> {
  await recordAct(tx, { businessId, actor, act, object: `question:${id}`, facts, at: now() });
}

/** As before anybody proposed anything. */
function asked(question: Question): Question {
  return {
    ...question,
    state: 'open',
    proposal: undefined,
    proposedBy: undefined,
    proposedAt: undefined,
    note: undefined,
    confirmedBy: undefined,
    confirmedAt: undefined,
  };
}

function mustBe({ state }: Question, wanted: Question['state']): void {
  if (state !== wanted) throw no(states[state]);
}

const states: Readonly<Record<Question['state'], string>> = {
  open: 'Nothing was proposed about this question.',
  proposed: 'Something was proposed about this question already.',
  confirmed: 'This question is decided, and that is being carried out.',
  closed: 'This question is closed.',
};

/** Whoever writes a name in another way is still the same person. */
function sameName(one: string, other: string): boolean {
  const plain = (name: string) =>
    name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return plain(one) === plain(other);
}

function no(message: string): Refusal {
  return new Refusal('wrong_state', { message });
}
