import { type Head, type LinkContent, linkHash, root } from './audit-log.ts';

/** A link as it lies in the table, even if it was changed there. */
export type StoredLink = LinkContent & { readonly n: bigint; readonly hash: Buffer };

/** A place where a chain differs from its written original. */
export type Break = { readonly n: bigint; readonly upTo: bigint; readonly kind: BreakKind };

export type BreakKind = 'changed' | 'missing' | 'put in' | 'wrong order' | 'without head';

export type Chain = {
  /** Takes the links in the order of their numbers. */
  take(link: StoredLink): void;
  /** Takes the last link as it is remembered apart from the chain. */
  end(head: Head | undefined): { readonly breaks: readonly Break[]; readonly unreported: number };
};

/** Told of one chain; more are counted, so that a ruined one takes no more memory than a good one. */
const mostBreaks = 100;

type Seen = { readonly link: StoredLink; readonly place: Head };
type Finding = { n: bigint; upTo: bigint; kind: BreakKind; seen: Seen | undefined };

/**
 * Verifies one chain, link by link. A link that does not follow on the one before it counts as changed, until a later
 * one shows that it was inserted or stands in the wrong place.
 */
export function checkChain(): Chain {
  let findings: Finding[] = [];
  let unreported = 0;
  /** The link that the next one must follow, by the number that it had when it was written. */
  let place: Head = root;
  /** The number that the next link must have now. */
  let next = 1n;
  let last: Seen | undefined;

  return {
    take(link) {
      const seen = { link, place };
      if (link.n > next) {
        find('missing', next, link.n - 1n);
        // Its predecessor is gone, so nothing can verify this link.
        place = { n: place.n + link.n - next + 1n, hash: link.hash };
      } else place = follows(link, place) ? after(seen) : explain(seen);
      last = seen;
      next = link.n + 1n;
    },

    end(head) {
      if (!head) find('without head', 1n, next - 1n);
      else if (head.n > place.n) find('missing', next, next + head.n - place.n - 1n);
      else if (head.n < place.n) find('put in', next - place.n + head.n, next - 1n);
      else if (!head.hash.equals(place.hash) && !findings.some(({ n }) => n === next - 1n)) {
        find('changed', next - 1n);
      }
      const breaks = findings.toSorted((a, b) => Number(a.n - b.n));
      return { breaks: breaks.map(({ n, upTo, kind }) => ({ n, upTo, kind })), unreported };
    },
  };

  function find(kind: BreakKind, n: bigint, upTo = n, seen?: Seen): void {
    const known = findings.find((one) => one.n === n);
    if (known) Object.assign(known, { kind, upTo });
    else if (findings.length < mostBreaks) findings.push({ n, upTo, kind, seen });
    else unreported += 1;
  }

  /**
   * Reports why a link does not follow the one before, as far as is known so far; returns the link that the next must
   * follow.
   */
  function explain(seen: Seen): Head {
    const { link } = seen;
    if (last && follows(link, last.place)) return afterStranger(seen, last);
    if (last && follows(link, { n: place.n, hash: rightHash(last) })) return after(seen);
    const strays = findings.flatMap((one) => (one.seen ? [{ ...one.seen, finding: one }] : []));
    const before = strays.find((one) => follows(link, { n: place.n, hash: one.link.hash }));
    if (before) {
      before.finding.kind = 'wrong order';
      return after(seen);
    }
    const home = strays.find((one) => follows(link, one.place));
    if (home) {
      home.finding.kind = 'wrong order';
      acquit({ n: home.place.n + 1n, hash: link.hash });
      find('wrong order', link.n, link.n, seen);
      return after(seen);
    }
    const shift = last && shiftOf(link, place);
    if (last && shift) {
      find(shift < 0n ? 'put in' : 'missing', last.link.n);
      return { n: place.n + shift + 1n, hash: link.hash };
    }
    find('changed', link.n, link.n, seen);
    return after(seen);
  }

  /** It follows on the link before the one before: that one was put in, or the two changed places. */
  function afterStranger(seen: Seen, stranger: Seen): Head {
    const isSwapped = follows(stranger.link, { n: place.n, hash: seen.link.hash });
    find(isSwapped ? 'wrong order' : 'put in', stranger.link.n, stranger.link.n, stranger);
    if (!isSwapped) return { n: place.n, hash: seen.link.hash };
    find('wrong order', seen.link.n, seen.link.n, seen);
    return { n: place.n + 1n, hash: stranger.link.hash };
  }

  /** Withdraws findings that were caused only by an inserted link before them. */
  function acquit(before: Head): void {
    findings = findings.filter(({ seen }) => !seen || !follows(seen.link, before));
  }
}

function follows(link: StoredLink, before: Head): boolean {
  return linkHash(before.hash, before.n + 1n, link).equals(link.hash);
}

function after({ link, place }: Seen): Head {
  return { n: place.n + 1n, hash: link.hash };
}

/** The hash that its content should have: it follows if nothing but the stored hash was changed. */
function rightHash({ link, place }: Seen): Buffer {
  return linkHash(place.hash, place.n + 1n, link);
}

/** The distance by which the numbers moved, if links were inserted or removed with the rest renumbered. */
function shiftOf(link: StoredLink, { n, hash }: Head): bigint | undefined {
  const shifts = Array.from({ length: 10 }, (_, i) => BigInt(i + 1)).flatMap((by) => [-by, by]);
  return shifts.find((by) => n + by >= 0n && follows(link, { n: n + by, hash }));
}
