import { confirmAndCarryOut } from '../backoffice/case-actions/carry-out.ts';
import { nearest } from '../kernel/nearest.ts';
import { platform } from '../records/audit-log.ts';
import { caseKinds, type OpenCase } from '../records/case.ts';
import { listCases, readCase, readHistory } from '../records/case-store.ts';
import { propose, reject } from '../records/decide-case.ts';
import { offered } from '../records/decisions.ts';
import { declared } from '../records/person.ts';
import type { World } from '../world.ts';
import { ExpectedError } from './command.ts';
import { dataCommand, show } from './data-command.ts';
import { type Facts, money, nameOf, table } from './layout.ts';
import { list } from './list.ts';
import { businessNamed, type Key, object, ofAnyBusinessId, worldOf } from './names.ts';
import { by, originNote, personWhoDecides } from './person.ts';
import { oneOf, reason, verbatim } from './values.ts';
import { didYouMean, option, required } from './words.ts';

const note = required('TEXT', reason);
const decision = required('DECISION', verbatim(50));

/** With the world by the clock of its business. Cases of the platform are about files of all live businesses. */
async function caseNamed(world: World, key: Key): Promise<{ own: World; found: OpenCase }> {
  const own = key.businessId === platform ? world : await worldOf(world, key);
  const found = await readCase(world.db, key);
  if (!found) throw new ExpectedError(`business ${key.businessId} has no case ${key.id}`);
  return { own, found };
}

/** Names the decision that was probably meant; any other wrong one is refused with those of the case. */
function refuseMisspelt(named: string, known: readonly string[]): void {
  const meant = known.includes(named) ? '' : didYouMean(nearest(named, known));
  if (meant !== '') throw new ExpectedError(`there is no decision ${named}.${meant}`);
}

type History = Awaited<ReturnType<typeof readHistory>>;

/** A name with the trust in it, from the last such act in the audit log. */
function signedBy(name: string | undefined, history: History, act: string): string | undefined {
  const found = history.findLast((one) => one.act === act);
  return name !== undefined && isDeclared(found) ? `${name} (${declared})` : name;
}

function isDeclared(act: History[number] | undefined): boolean {
  return act?.facts.identity === declared;
}

const names: Readonly<Record<string, string>> = { askedCents: 'asked for', foundCents: 'taken' };

/** Names as words, sums as money; of a case about an amount the difference, too. */
function evidenceFacts({ kind, evidence }: OpenCase): Facts {
  const { askedCents, foundCents } = evidence;
  const differenceCents =
    kind === 'amount_differs' && isWhole(askedCents) && isWhole(foundCents)
      ? BigInt(foundCents) - BigInt(askedCents)
      : undefined;
  const currency = typeof evidence.currency === 'string' ? evidence.currency : undefined;
  return Object.fromEntries(
    Object.entries({ ...evidence, differenceCents }).map(([name, value]) => {
      const words = name
        .replace(/Cents$/, '')
        .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      const isSum = name.endsWith('Cents') && isWhole(value);
      return [names[name] ?? words, isSum ? money(BigInt(value), currency) : plain(value)];
    }),
  );
}

function isWhole(value: unknown): value is string | number | bigint {
  return /^-?\d+$/.test(String(value));
}

function plain(value: unknown): string | undefined {
  return typeof value === 'string' ? value : JSON.stringify(value);
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
    parts: ({ choices, history, ...found }) => ({
      '': {
        case: nameOf(found),
        kind: found.kind,
        about: `${found.object.kind} ${found.object.id}`,
        state: found.state,
        opened: found.createdAt,
        proposed: found.proposal,
        'proposed by': signedBy(found.proposedBy, history, 'question.proposed'),
        note: found.note,
        'confirmed by': signedBy(found.confirmedBy, history, 'question.confirmed'),
        outcome: found.outcome,
      },
      evidence: evidenceFacts(found),
      'may be decided': choices,
      history: table(
        {
          at: 'at',
          act: ({ act }) => act.slice(act.indexOf('.') + 1),
          by: (one) => (isDeclared(one) ? `${one.actor} (${declared})` : one.actor),
          decision: ({ facts }) => plain(facts.decision ?? facts.proposal),
          why: ({ facts }) => plain(facts.note ?? facts.outcome),
          account: ({ facts }) => plain(facts.account),
        },
        history,
      ),
    }),
  }),
  'case propose': dataCommand({
    doc:
      'Proposes a decision of a case and the reason. Another person must confirm it. case show lists the decisions. It is ' +
      'proposed by the person who is signed in (login); --by names one only while no user who may approve has joined.',
    words: { case: object, decision, note, by },
    async work(world, { case: key, decision: named, note: why, by: name }, account, shell) {
      const { own, found } = await caseNamed(world, key);
      refuseMisspelt(named, Object.keys(offered(found)));
      const person = await personWhoDecides(world, shell, { ...found, account, name });
      const data = await propose(own, found, person, { decision: named, note: why });
      const who = `${data.proposedBy} proposed ${data.proposal} for case ${found.id}.`;
      return { data, text: `${who} Another person must confirm it.${originNote(person)}` };
    },
  }),
  'case confirm': dataCommand({
    doc:
      'Confirms the decision that another person proposed and carries it out. Run again, it continues after a process ' +
      'died. When it fails, the exit code is 1 and the case is open again.',
    words: { case: object, decision, by },
    async work(world, { case: key, decision: named, by: name }, account, shell) {
      const { own, found } = await caseNamed(world, key);
      refuseMisspelt(named, found.proposal === undefined ? [] : [found.proposal]);
      const person = await personWhoDecides(world, shell, { ...found, account, name });
      const data = await confirmAndCarryOut(own, found, person, { decision: named });
      const { id, state, outcome = '' } = data;
      const text = `Case ${id} is ${state}. ${outcome}`.trim() + originNote(person);
      return { data, text, code: state === 'closed' ? 0 : 1 };
    },
  }),
  'case reject': dataCommand({
    doc: 'Rejects a proposal, also your own. The case is open again.',
    words: { case: object, note, by },
    async work(world, { case: key, note: why, by: name }, account, shell) {
      const { own, found } = await caseNamed(world, key);
      const person = await personWhoDecides(world, shell, { ...found, account, name });
      const data = await reject(own, found, person, { note: why });
      return { data, text: `Case ${found.id} is open again.${originNote(person)}` };
    },
  }),
} as const;
