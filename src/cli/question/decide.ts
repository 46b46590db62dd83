import { confirmAndCarryOut } from '../../decisions/carry-out.ts';
import { propose, reject } from '../../questions/decide.ts';
import type { Question } from '../../questions/store.ts';
import { houseCommand } from '../house-command.ts';
import { needed, reason, verbatim } from '../words.ts';
import { by, personOf, questionAsked, which } from './asked.ts';

const note = needed('TEXT', reason);

export const questionPropose = houseCommand({
  doc: 'Proposes how a question is decided, and why; somebody else has to confirm it. question show lists what may be.',
  words: { ...which, decision: needed('DECISION', verbatim(50)), note, ...by },
  async work(world, { decision, note: why, by: name, ...wish }, actor) {
    const { own, asked } = await questionAsked(world, wish);
    const data = await propose(own, asked, personOf(actor, name), { decision, note: why });
    const who = `${data.proposedBy} proposed ${data.proposal}`;
    return { data, text: `${who} about question ${asked.id}. Somebody else has to confirm it.` };
  },
});

export const questionConfirm = houseCommand({
  doc:
    'Confirms what somebody else proposed, and does it. Once more, it goes on where a process died over it. ' +
    'Exit code 1 when it could not be done; then the question is open again.',
  words: { ...which, ...by },
  async work(world, { by: name, ...wish }, actor) {
    const { own, asked } = await questionAsked(world, wish);
    const data = await confirmAndCarryOut(own, asked, personOf(actor, name));
    return { data, text: toldOf(data), code: data.state === 'closed' ? 0 : 1 };
  },
});

export const questionReject = houseCommand({
  doc: 'Takes a proposal away, also one of your own; the question stays open.',
  words: { ...which, note, ...by },
  async work(world, { note: why, by: name, ...wish }, actor) {
    const { own, asked } = await questionAsked(world, wish);
    const data = await reject(own, asked, personOf(actor, name), why);
    return { data, text: `Question ${asked.id} is open again.` };
  },
});

function toldOf({ id, state, outcome }: Question): string {
  return `Question ${id} is ${state}. ${outcome ?? ''}`.trim();
}
