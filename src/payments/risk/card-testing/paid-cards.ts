import { type Excuse, familyOf, groupsOf, limitsIn, type Try } from './judge.ts';
import {
  countPayment,
  type Doubt,
  explained,
  missingIn,
  type Stream,
  type StreamPayment,
  witness,
  witnessesOf,
} from './silence.ts';
import type { Suspect } from './suspect.ts';

/**
 * Cards that paid, in the memory of one process: an ordinary payment writes nothing. They are added to the shared score
 * when a card of the same suspect is refused. Cards that a process loses, when it ends or its memory is full, can make
 * a score too high by that number, and never too low.
 */
export type PaidCards = {
  note(suspects: readonly Suspect[], attempt: Try, now: number): void;
  /** Cards that paid since the last call, by group. */
  take(suspect: Suspect): ReadonlyMap<string, number>;
  /** The excuse for a refusal that says nothing against the payer: the card paid here before, or there is an outage. */
  excuseFor(suspects: readonly Suspect[], refused: RefusedCard, now: number): Excuse;
};
export type RefusedCard = {
  readonly attempt: Try;
  /** The payer's name in the order; '' if it names none. */
  readonly payer: string;
  readonly code: string | undefined;
};

type Paid = {
  readonly credits: Map<string, number>;
  readonly seen: Set<string>;
  readonly streams: Map<string, Stream>;
  /** Payments in all. */
  count: number;
};

const mostSuspects = 20_000;
const mostSeen = 1_000;
/** More lower no score further than to zero. */
const mostCredits = 250;
const mostStreams = 1_000;
/** Renewals of saved cards are refused more often, so one that pays weighs more. */
const creditOf = (group: string) => (group === 'saved' ? 2 : 1);

/** A bank or gateway that is down gives no reason; wrong numbers and stolen cards are named as such. */
const withoutReason: ReadonlySet<string | undefined> = new Set(['card_declined', 'do_not_honor']);
/** A bank that lets cards of one shop pay is not down for another. */
const everywhere = 'everywhere';

export function createPaidCards(): PaidCards {
  const all = new Map<string, Paid>();

  return {
    note(suspects, attempt, now) {
      for (const { name, kind } of suspects) {
        const paid = remembered(name);
        // One good card that pays again and again proves nothing about others.
        const isNew = !paid.seen.has(attempt.number);
        const groups = groupsOf(kind, attempt);
        paid.count += 1;
        for (const group of groups) notePaid(paid, group, { now, isNew, paidInAll: paid.count });
        if (!isNew) continue;
        paid.seen.add(attempt.number);
        if (paid.seen.size > mostSeen) dropFirst(paid.seen);
        for (const group of groups) {
          const credits = (paid.credits.get(group) ?? 0) + creditOf(group);
          paid.credits.set(group, Math.min(credits, mostCredits));
        }
      }
      if (attempt.bin === '') return;
      notePaid(remembered(everywhere), `bin:${attempt.bin}`, {
        now,
        isNew: true,
        paidInAll: 0,
      });
    },
    take({ name }) {
      const paid = all.get(name);
      const credits = new Map(paid?.credits);
      paid?.credits.clear();
      return credits;
    },
    excuseFor(suspects, { attempt, payer, code }, now) {
      const { number } = attempt;
      const hasPaid = suspects.some(({ name }) => all.get(name)?.seen.has(number));
      let excuse: Excuse = hasPaid ? 'all' : 'none';
      if (!withoutReason.has(code)) return excuse;
      const streams = suspects.flatMap((suspect) => streamsOf(suspect, attempt, now));
      for (const { paid, group, stream, doubt } of streams) {
        if (hasPaid && doubt.missing > 0) witness(stream, number);
        if (hasPaid || payer === '') continue;
        const cards = explained(stream, { payer, number }, doubt);
        if (cards === 0) continue;
        if (familyOf(group) === 'bin') excuse = 'all';
        else if (excuse === 'none') excuse = 'all_but_bank';
        if (cards > 1) paid.credits.set(group, (paid.credits.get(group) ?? 0) + cards - 1);
      }
      return excuse;
    },
  };

  function remembered(name: string): Paid {
    const paid = all.get(name) ?? newPaid();
    // The suspect that was quiet for longest is the first.
    all.delete(name);
    all.set(name, paid);
    if (all.size > mostSuspects) dropFirst(all);
    return paid;
  }

  /** The streams of a try's groups. A link is used by one payer. */
  function streamsOf(suspect: Suspect, attempt: Try, now: number) {
    const { name, kind } = suspect;
    const paid = all.get(name);
    if (!paid || kind === 'link') return [];
    return groupsOf(kind, attempt).flatMap((group) => {
      const stream = paid.streams.get(group);
      if (!stream) return [];
      const { stop, prove } = limitsIn(kind, group);
      const most = Number.isFinite(stop) ? stop : prove;
      const missing = missingIn(stream, now);
      const own = { missing, most, witnesses: witnessesOf(stream), paidInAll: paid.count };
      const doubt = familyOf(group) === 'bin' ? atOtherShops(suspect, group, own, now) : own;
      return [{ paid, group, stream, doubt }];
    });
  }

  function atOtherShops(
    { kind, businessId }: Suspect,
    group: string,
    own: Doubt,
    now: number,
  ): Doubt {
    const bank = all.get(everywhere)?.streams.get(group);
    if (!bank || own.missing === 0 || missingIn(bank, now) === 0) return { ...own, missing: 0 };
    if (kind !== 'network') witness(bank, `${businessId}`);
    return { ...own, witnesses: own.witnesses + Math.max(0, witnessesOf(bank) - 1) };
  }
}

const newPaid = (): Paid => ({
  credits: new Map(),
  seen: new Set(),
  streams: new Map(),
  count: 0,
});

function notePaid({ streams }: Paid, group: string, payment: StreamPayment): void {
  // Guesses are at one number, whatever others pay with.
  if (group === 'guesses') return;
  const stream = countPayment(streams.get(group), payment);
  streams.delete(group);
  streams.set(group, stream);
  if (streams.size > mostStreams) dropFirst(streams);
}

function dropFirst(all: Map<string, unknown> | Set<string>): void {
  all.delete(all.keys().next().value!);
}
