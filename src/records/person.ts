import { type OpenCase, shownName } from './case.ts';

/** The trust in a name that was given at the command line. */
export const declared = 'declared, not verified';

/** A person, and the account of the machine it used: in containers everybody is root. */
export type Person = {
  readonly name: string;
  readonly account: string;
  /** Its origins, if it calls with a key or is signed in (`parties/businesses/principal.ts`). Else its name is declared. */
  readonly origins?: readonly string[];
  /** Since when it has its address, role and state, if it is signed in. */
  readonly since?: Date | undefined;
};

/**
 * The reason why this is not a second person: it is the first one, or may be since the first is unknown, or both come
 * from one key or person. A user who joined or was changed after the proposal may be the first one under another name,
 * unless the first one is invented by the demo: then any visitor of the demo may be the second.
 */
export function refusalOfSecondPerson(
  { name, origins, since }: Person,
  { proposedBy = '', proposedOrigins, proposedAt }: OpenCase,
): string | undefined {
  const another = 'somebody else must confirm it.';
  if (sameName(name, proposedBy)) return `${shownName(proposedBy)} proposed this: ${another}`;
  // Anybody may use the name, also the person who confirms.
  if (origins && proposedOrigins === undefined) {
    return `The name ${shownName(proposedBy)} is ${declared}: reject this proposal, and propose it anew.`;
  }
  const first = proposedOrigins?.split(' ') ?? [];
  if (origins?.some((one) => first.includes(one))) {
    return `What confirms comes from the same key or person as ${shownName(proposedBy)}, who proposed this: ${another}`;
  }
  const isNobody = first.length > 0 && first.every(isMadeUp);
  if (since && proposedAt && since > proposedAt && !isNobody) {
    return `${shownName(name)} was invited, joined, or got another role or address after this was proposed: ${another}`;
  }
  return undefined;
}

/** A name that is written in another way is still the same person. */
function sameName(one: string, other: string): boolean {
  const plain = (name: string) =>
    name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  return plain(one) === plain(other);
}

const madeUp = 'demo:';

/** The origin of a person invented by the demo: nobody signs in as that person or holds a key of it. */
export function madeUpOrigin(name: string): string {
  return madeUp + name.replaceAll(' ', '_');
}

function isMadeUp(origin: string): boolean {
  return origin.startsWith(madeUp);
}
