import { createHash } from 'node:crypto';
import type {
  BatchAnswer,
  BatchInquiryAnswer,
  CancelAnswer,
  ChargeAnswer,
  InquiryAnswer,
  Processor,
  Unknown,
} from '../../src/ports/processors/processor.ts';
import { type Random, randomOf } from '../campaign/random.ts';
import type { VirtualTime } from './virtual-time.ts';

type Options = {
  readonly seed: string;
  readonly bank: Processor;
  readonly time: VirtualTime;
  readonly callTimeoutMs: number;
};

/**
 * The path between us and a bank: each request and each answer is on time, late, lost or doubled, by a seed and its
 * reference. What moves money arrives within the bank's late window, often after its caller gave up waiting; what only
 * asks may be answered with what was true a while ago.
 */
export function delayedBank({ seed, bank, time, callTimeoutMs }: Options): Processor {
  const { lateWindowSeconds } = bank.can;
  const calls = new Map<string, number>();

  return {
    ...bank,
    charge: (request) =>
      call<ChargeAnswer>('charge', request.reference, () => bank.charge(request)),
    followUp: (request) =>
      call<ChargeAnswer>('follow-up', request.reference, () => bank.followUp(request)),
    cancel: (reference) => call<CancelAnswer>('cancel', reference, () => bank.cancel!(reference)),
    inquire: (reference) =>
      call<InquiryAnswer>('inquire', reference, () => bank.inquire(reference)),
    closeBatch: (request) =>
      call<BatchAnswer>('close', request.reference, () => bank.closeBatch!(request)),
    inquireBatch: (request) =>
      call<BatchInquiryAnswer>('ask-batch', request.reference, () => bank.inquireBatch!(request)),
  };

  function call<Answer>(
    kind: string,
    reference: string,
    execute: () => Promise<Answer>,
  ): Promise<Answer | Unknown> {
    const name = `${seed} ${kind} ${reference}`;
    const n = (calls.get(name) ?? 0) + 1;
    calls.set(name, n);
    const random = randomOf(createHash('sha256').update(`${name} ${n}`).digest().readUInt32LE());
    // Somebody answers in the end, or no schedule would.
    const fate =
      n > 5
        ? onTime
        : fateOf(random, movesMoney(kind), lateWindowSeconds * 1000, isAtTheEdge(seed, reference));
    return new Promise((resolve) => {
      time.at(callTimeoutMs, () => resolve({ outcome: 'unknown', reason: 'no answer in time' }));
      for (const arrivesMs of fate.arrivesMs) {
        time.at(arrivesMs, async () => {
          const answer = await execute();
          if (fate.answersMs !== undefined) time.at(fate.answersMs, () => resolve(answer));
        });
      }
    });
  }
}

function movesMoney(kind: string): boolean {
  return kind !== 'inquire' && kind !== 'ask-batch';
}

/** After how long the request arrives, once or several times, and its answers after that. */
type Fate = { readonly arrivesMs: readonly number[]; readonly answersMs: number | undefined };

const onTime: Fate = { arrivesMs: [100], answersMs: 100 };

/** Of some references everything that moves money arrives at the very end of the window. */
function isAtTheEdge(seed: string, reference: string): boolean {
  return numberOf(`${seed} ${reference}`) % 4 === 0;
}

function numberOf(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32LE();
}

/**
 * Else most of the time all is well; or what moves money arrives late, often after its caller gave up. What asks for it
 * reads the book soon, and its answer takes its time.
 */
function fateOf(random: Random, movesMoney: boolean, windowMs: number, atTheEdge: boolean): Fate {
  if (random.chance(atTheEdge ? 0.1 : 0.3)) return onTime;
  const soon = () => random.whole(0, 1_000);
  const late = () => random.whole(Math.floor(windowMs * 0.85), windowMs);
  const anyhow = () => random.whole(0, windowMs);
  const arrives = () => {
    if (!movesMoney) return soon();
    return atTheEdge ? late() : random.pick([soon, anyhow, late])();
  };
  const isDoubled = random.chance(0.15);
  const arrivesMs = random.chance(0.1) ? [] : isDoubled ? [arrives(), arrives()] : [arrives()];
  const answersMs = atTheEdge ? random.whole(0, 8_000) : random.pick([soon, anyhow])();
  return { arrivesMs, answersMs: random.chance(0.2) ? undefined : answersMs };
}
