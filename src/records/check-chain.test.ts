import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { type Head, linkHash, root } from './audit-log.ts';
import { checkChain, type StoredLink } from './check-chain.ts';

function chainOf(length: number): StoredLink[] {
  let before: Head = root;
  return Array.from({ length }, (_, i) => {
    const content = {
      businessId: 7n,
      actor: 'operator',
      act: 'business.moved',
      object: 'business:7',
      factsText: `{"i":${i}}`,
      microseconds: 1_894_000_000_000_000n + BigInt(i),
    };
    const n = BigInt(i + 1);
    const hash = linkHash(before.hash, n, content);
    before = { n, hash };
    return { ...content, n, hash };
  });
}

function breaksOf(links: readonly StoredLink[], head: Head | undefined) {
  const chain = checkChain();
  for (const link of links) chain.take(link);
  return chain.end(head);
}

const position = fc.nat({ max: 11 });
/** What somebody may do to one row or two, without the keys to compute what follows. */
const tampering = fc.oneof(
  fc.record({ does: fc.constant('change' as const), at: position, text: fc.json() }),
  fc.record({ does: fc.constant('delete' as const), at: position, up: fc.boolean() }),
  fc.record({ does: fc.constant('put in' as const), at: position, text: fc.json() }),
  fc.record({ does: fc.constant('swap' as const), at: position, with: position }),
);

test('whatever was done to a chain, by however many steps, does not go unseen', () => {
  const whole = chainOf(12);
  const head = whole.at(-1)!;
  const print = (links: readonly StoredLink[]) =>
    links.map(({ n, hash, factsText }) => `${n} ${hash.toString('hex')} ${factsText}`).join('\n');
  fc.assert(
    fc.property(fc.array(tampering, { minLength: 1, maxLength: 4 }), (steps) => {
      let links = whole;
      for (const step of steps) links = tamper(links, step);
      const { breaks } = breaksOf(links, head);
      if (print(links) === print(whole)) assert.deepEqual(breaks, []);
      else assert.ok(breaks.length > 0);
    }),
    { numRuns: 1000 },
  );
});

test('a ruined chain is told in part and counted whole', () => {
  const ruined = chainOf(500).map((link) => ({ ...link, hash: Buffer.alloc(32, Number(link.n)) }));
  const { breaks, unreported } = breaksOf(ruined, ruined.at(-1)!);
  assert.equal(breaks.length, 100);
  assert.equal(unreported, 400);
});

test('two rows that were put in are told as such, and those behind them are not', () => {
  const whole = chainOf(12);
  const stranger = (n: bigint): StoredLink => ({ ...whole[0]!, n, hash: Buffer.alloc(32, 1) });
  const moved = whole.slice(4).map((link) => ({ ...link, n: link.n + 2n }));
  const links = [...whole.slice(0, 4), stranger(5n), stranger(6n), ...moved];
  const { breaks } = breaksOf(links, whole.at(-1)!);
  assert.ok(breaks.some(({ kind }) => kind === 'put in'));
  assert.deepEqual(
    breaks.filter(({ n }) => n < 5n || n > 7n),
    [],
  );
});

type Tampering = typeof tampering extends fc.Arbitrary<infer T> ? T : never;

function tamper(links: readonly StoredLink[], step: Tampering): StoredLink[] {
  const at = Math.min(step.at, links.length - 1);
  const one = links[at];
  if (!one) return [];
  switch (step.does) {
    case 'change':
      return links.with(at, { ...one, factsText: step.text });
    case 'delete': {
      const rest = links.toSpliced(at, 1);
      return step.up ? renumber(rest) : rest;
    }
    case 'put in': {
      const { n, hash } = links[at - 1] ?? root;
      const content = { ...one, factsText: step.text };
      return renumber(
        links.toSpliced(at, 0, { ...content, hash: linkHash(hash, n + 1n, content) }),
      );
    }
    case 'swap': {
      const other = links[Math.min(step.with, links.length - 1)]!;
      const swapped = links.map((link) => (link === one ? other : link === other ? one : link));
      return swapped.map((link, i) => ({ ...link, n: links[i]!.n }));
    }
  }
}

function renumber(links: readonly StoredLink[]): StoredLink[] {
  return links.map((link, i) => ({ ...link, n: BigInt(i + 1) }));
}
