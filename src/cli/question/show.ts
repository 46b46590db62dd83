import { offered } from '../../questions/decisions.ts';
import { readHistory } from '../../questions/store.ts';
import { houseCommand } from '../house-command.ts';
import { facts, rowsOf, sections } from '../layout.ts';
import { questionAsked, which } from './asked.ts';

export const questionShow = houseCommand({
  doc: 'Shows a question with its evidence, what was done about it, and what may be decided.',
  words: which,
  async work(world, wish) {
    const { asked } = await questionAsked(world, wish);
    const { evidence, ...question } = asked;
    const history = await readHistory(world.db, asked);
    const choices = asked.state === 'closed' ? {} : offered(asked);
    const text = sections({
      '': facts({
        question: `${asked.businessId}/${asked.id}`,
        kind: asked.kind,
        about: `${asked.object.kind} ${asked.object.id}`,
        state: asked.state,
        asked: asked.createdAt,
        proposed: asked.proposal,
        'proposed by': asked.proposedBy,
        note: asked.note,
        'confirmed by': asked.confirmedBy,
        outcome: asked.outcome,
      }),
      evidence: facts(Object.fromEntries(Object.entries(evidence).map(readable))),
      'may be decided': facts(choices),
      history: rowsOf(['at', 'act', 'by', 'facts'], history, (one) => [
        one.at,
        one.act,
        one.actor,
        JSON.stringify(one.facts),
      ]),
    });
    return { data: { ...question, evidence, choices, history }, text };
  },
});

function readable([name, value]: [string, unknown]): [string, string] {
  return [name, typeof value === 'string' ? value : JSON.stringify(value)];
}
