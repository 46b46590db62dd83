import { hash } from 'node:crypto';
import type { Seen } from '../pages/counter.ts';

/** The work that a page asks of a browser. */
export function challengeOn({ body }: Pick<Seen, 'body'>): string | undefined {
  return / data-proof="([^"]+)"/.exec(body)?.[1];
}

export function proofOf(challenge: string): string {
  for (let n = 0; ; n += 1) {
    const proof = `${challenge}:${n.toString(36)}`;
    const digest = hash('sha256', proof, 'buffer');
    if (digest.readUInt32BE() >>> (32 - 17) === 0) return proof;
  }
}
