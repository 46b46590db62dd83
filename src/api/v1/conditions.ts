import { hash } from 'node:crypto';
import { flaw } from '../../kernel/parsed.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { Request } from '../http/request.ts';
import { comparesVersions, type Endpoint, onlyReads } from './endpoint.ts';
import type { Reading } from './reading.ts';

/*
 * Conditional requests (RFC 9110, 13): a change of the version that the caller saw, a copy that the caller has already.
 */

type Tag = { readonly isWeak: boolean; readonly tag: string };
type Tags = readonly Tag[] | '*';

export type Conditions = {
  /** Refuses the change if the object is no longer the one that the caller saw. */
  match(current: unknown): void;
  /** True if the caller that reads has this very answer. */
  isKnown(etag: string): boolean;
};

const notTags = flaw('malformed', 'must be *, or ETags in quotes, separated by commas');
const comparesNone = flaw(
  'unknown',
  'is taken only with changes of an object whose answers carry an ETag',
);

export function etagOf(body: unknown): string {
  return `"${hash('sha256', JSON.stringify(body), 'base64url').slice(0, 22)}"`;
}

/** Conditions that would compare nothing are refused: the caller relies on them. */
export function conditionsOf(
  endpoint: Endpoint,
  { headers }: Pick<Request, 'headers'>,
  reading: Reading,
): Conditions {
  const mayCompare = comparesVersions(endpoint);
  const read = (name: string, sent: string | undefined, isTaken: boolean): Tags | undefined => {
    if (sent === undefined) return undefined;
    return isTaken
      ? (tagsIn(sent) ?? reading.note(name, notTags))
      : reading.note(name, comparesNone);
  };
  const wanted = read('If-Match', headers['if-match'], mayCompare);
  const reads = onlyReads(endpoint);
  const known = read('If-None-Match', headers['if-none-match'], reads || mayCompare);
  return {
    match(current) {
      if (!wanted && !known) return;
      const etag = etagOf(current);
      if (wanted && !names(wanted, etag, false)) throw new Refusal('changed_meanwhile');
      if (known && names(known, etag, true)) {
        const message = 'The object is one that If-None-Match excludes.';
        throw new Refusal('changed_meanwhile', { message });
      }
    },
    isKnown: (etag) => reads && known !== undefined && names(known, etag, true),
  };
}

/** If-None-Match compares weakly: a tag that a proxy made weak counts too. */
function names(tags: Tags, etag: string, isWeakly: boolean): boolean {
  if (tags === '*') return true;
  return tags.some(({ isWeak, tag }) => tag === etag && (isWeakly || !isWeak));
}

const element = /[ \t]*(?:(W\/)?("[\x21\x23-\x7e\x80-\xff]*")[ \t]*)?(?:,|$)/y;

function tagsIn(sent: string): Tags | undefined {
  if (sent.trim() === '*') return '*';
  const tags: Tag[] = [];
  for (let at = 0; at < sent.length; at = element.lastIndex) {
    element.lastIndex = at;
    const found = element.exec(sent);
    if (!found) return undefined;
    const [, weak, tag] = found;
    if (tag !== undefined) tags.push({ isWeak: weak !== undefined, tag });
  }
  return tags.length > 0 ? tags : undefined;
}
