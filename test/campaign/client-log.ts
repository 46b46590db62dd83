import { closeSync, openSync, writeSync } from 'node:fs';
import type { FollowUp, FollowUpEnd } from './follow-ups.ts';
import type { Answer } from './post.ts';
import type { Purchase } from './purchases.ts';

/** Requests and answers of the clients: written to a file at once, and kept for the campaign's own check. */
export type ClientLog = {
  recordSent(business: string, purchase: Purchase): void;
  recordAnswer(
    business: string,
    purchase: Purchase,
    answer: Answer,
    token: string | undefined,
  ): void;
  /** Of a capture, a void or a refund that is over; `cents` is the amount in the answer. */
  recordFollowUp(
    business: string,
    followUp: FollowUp,
    end: FollowUpEnd,
    answer: Answer,
    cents?: number,
  ): void;
  /** What no client should ever get. */
  recordFinding(finding: string): void;
  /** How often each answer came. */
  readonly counts: Map<string, number>;
  readonly purchases: Map<string, PurchaseAnswers>;
  readonly followUps: Map<string, FollowUpAnswers>;
  readonly findings: string[];
  close(): void;
};

type PurchaseAnswers = {
  readonly business: string;
  readonly purchase: Purchase;
  /** Final states, each once. */
  readonly ends: Set<string>;
};

export type FollowUpAnswers = {
  readonly business: string;
  readonly followUp: FollowUp;
  readonly ends: Set<FollowUpEnd>;
  /** Cents of the follow-ups that were answered to be done, by their ids. */
  readonly done: Map<string, number | undefined>;
  /** Bodies of refusals and declines. */
  readonly bodies: Set<string>;
};

export function openClientLog(path: string): ClientLog {
  const file = openSync(path, 'a');
  const counts = new Map<string, number>();
  const purchases = new Map<string, PurchaseAnswers>();
  const followUps = new Map<string, FollowUpAnswers>();
  const bodies = new Map<string, string>();
  const findings: string[] = [];
  const write = (line: object) => writeSync(file, `${JSON.stringify(line)}\n`);

  /** Two answers about one thing are the same. */
  const compare = (name: string, what: string, body: string) => {
    const before = bodies.get(what);
    if (before !== undefined && before !== body) {
      findings.push(`${name}: ${what} was answered in two ways: ${before} and ${body}`);
    }
    bodies.set(what, body);
  };

  return {
    counts,
    purchases,
    followUps,
    findings,
    recordSent(business, purchase) {
      const { name, order, cents } = purchase;
      if (!purchases.has(name)) purchases.set(name, { business, purchase, ends: new Set() });
      write({ did: 'sent', business, wish: name, order, cents: String(cents) });
    },
    recordAnswer(business, purchase, { status, payment, state, body }, token) {
      const { name, order, cents } = purchase;
      const line = { did: 'heard', business, wish: name, order, cents: String(cents), status };
      write({ ...line, payment, state, token });
      if (!payment || !state || !isEnd(state)) return;
      purchases.get(name)!.ends.add(state);
      compare(name, `payment ${business} ${payment}`, body);
    },
    recordFollowUp(business, wanted, end, { status, followUp, followUpState, body }, cents) {
      const answers = followUps.get(wanted.name) ?? noAnswers(business, wanted);
      followUps.set(wanted.name, answers);
      answers.ends.add(end);
      if (end === 'refused' || end === 'declined') answers.bodies.add(body);
      if (!followUp) return;
      const moved = cents ?? wanted.cents;
      if (end === 'done') answers.done.set(followUp, moved);
      const first = body.replace(/ This answers an equal refund [^"]*/, '');
      compare(wanted.name, `${wanted.operation} ${business} ${followUp}`, first);
      if (moved === undefined) return;
      const line = { did: 'heard', business, wish: wanted.name, cents: String(moved), status };
      write({ ...line, followUp, followUpState });
    },
    recordFinding(finding) {
      findings.push(finding);
    },
    close: () => closeSync(file),
  };
}

function noAnswers(business: string, followUp: FollowUp): FollowUpAnswers {
  return { business, followUp, ends: new Set(), done: new Map(), bodies: new Set() };
}

export function isEnd(state: string): boolean {
  return state !== 'processing' && state !== 'unknown';
}

export function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
