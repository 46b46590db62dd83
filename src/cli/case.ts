import { platform } from '../backoffice/audit-log/audit-log.ts';
import { confirmAndCarryOut } from '../backoffice/case-actions/carry-out.ts';
import { caseKinds, type OpenCase } from '../backoffice/cases/case.ts';
import { propose, reject } from '../backoffice/cases/decide.ts';
import { offered } from '../backoffice/cases/decisions.ts';
import { listCases, readCase, readHistory } from '../backoffice/cases/store.ts';
import type { World } from '../world.ts';
import { ExpectedError } from './command.ts';
import { dataCommand, show } from './data-command.ts';
import { nameOf, table } from './layout.ts';
import { list } from './list.ts';
import { businessNamed, type Key, object, ofAnyBusinessId, worldOf } from './names.ts';
import { by, personOf } from './person.ts';
import { oneOf, reason, verbatim } from './values.ts';
import { option, required } from './words.ts';

const note = required('TEXT', reason);
const decision = required('DECISION', verbatim(50));

/** With the world by the clock of its business. Cases of the platform are about files of all live businesses. */
async function caseNamed(world: World, key: Key): Promise<{ own: World; found: OpenCase }> {
  const own = key.businessId === platform ? world : await worldOf(world, key);
  const found = await readCase(world.db, key);
  if (!found) throw new ExpectedError(`business ${key.businessId} has no case ${key.id}`);
  return { own, found };
}

const aboutOf = ({ object: { kind, id } }: OpenCase) => `${kind} ${id}`;

export const caseCommands = {
  'case list': list({
    doc: 'Lists the open cases, which only a person can decide',
    of: 'cases',
    filters: { business: ofAnyBusinessId, kind: option('KIND', oneOf(caseKinds)) },
    async rows({ db }, { business, kind, before, limit }) {
      if (business !== undefined && business !== platform) await businessNamed(db, business);
      if (before && !(await readCase(db, before))) {
        throw new ExpectedError(`there is no case ${nameOf(before)}`);
      }
      return await listCases(db, { businessId: business, kind, limit, before });
    },
    columns: {
      case: (one) => nameOf(one),
      kind: 'kind',
      about: (one) => aboutOf(one),
      state: 'state',
      proposed: 'proposal',
      by: 'proposedBy',
      opened: 'createdAt',
    },
  }),
  'case show': show({
    doc: 'Shows a case: its evidence, its history and the decisions that it allows.',
    words: { case: object },
    async read(world, { case: key }) {
      const { found } = await caseNamed(world, key);
      const choices = found.state === 'closed' ? {} : offered(found);
      return { ...found, choices, history: await readHistory(world.db, found) };
    },
    parts: ({ evidence, choices, history, ...found }) => ({
      '': {
        case: nameOf(found),
        kind: found.kind,
        about: `${found.object.kind} ${found.object.id}`,
        state: found.state,
        opened: found.createdAt,
        proposed: found.proposal,
        'proposed by': found.proposedBy,
        note: found.note,
        'confirmed by': found.confirmedBy,
        outcome: found.outcome,
      },
      evidence: Object.fromEntries(
        Object.entries(evidence).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]),
      ),
      'may be decided': choices,
      history: table(
        { at: 'at', act: 'act', by: 'actor', facts: (one) => JSON.stringify(one.facts) },
        history,
      ),
    }),
  }),
  'case propose': dataCommand({
    doc: 'Proposes a decision of a case and the reason. Another person must confirm it. case show lists the decisions.',
    words: { case: object, decision, note, by },
    async work(world, { case: key, decision: named, note: why, by: name }, actor) {
      const { own, found } = await caseNamed(world, key);
      const what = { decision: named, note: why };
      const data = await propose(own, found, personOf(actor, name), what);
      const who = `${data.proposedBy} proposed ${data.proposal}`;
      return { data, text: `${who} for case ${found.id}. Another person must confirm it.` };
    },
  }),
  'case confirm': dataCommand({
    doc:
      'Confirms the decision that another person proposed and carries it out. Run again, it continues after a process ' +
      'died. When it fails, the exit code is 1 and the case is open again.',
    words: { case: object, decision, by },
    async work(world, { case: key, decision: named, by: name }, actor) {
      const { own, found } = await caseNamed(world, key);
      const what = { decision: named };
      const data = await confirmAndCarryOut(own, found, personOf(actor, name), what);
      const { id, state, outcome = '' } = data;
      const text = `Case ${id} is ${state}. ${outcome}`.trim();
      return { data, text, code: state === 'closed' ? 0 : 1 };
    },
  }),
  'case reject': dataCommand({
    doc: 'Rejects a proposal, also your own. The case is open again.',
    words: { case: object, note, by },
    async work(world, { case: key, note: why, by: name }, actor) {
      const { own, found } = await caseNamed(world, key);
      const data = await reject(own, found, personOf(actor, name), { note: why });
      return { data, text: `Case ${found.id} is open again.` };
    },
  }),
} as const;
