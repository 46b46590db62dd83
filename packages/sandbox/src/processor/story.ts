import type { DeclineCode } from '../../../../src/ports/processors/declines.ts';
import {
  type Batched,
  type Booking,
  type Closing,
  type Entry,
  isPending,
  type ReferenceState,
} from './entry.ts';

/** All that happened to one charge, folded line by line in the order of the book. */
export type Story = {
  readonly reference: string;
  charge: Booking | undefined;
  canceled: boolean;
  readonly followUps: Map<string, FollowUp>;
  /** The batch of each reference. */
  readonly batches: Map<string, string>;
};

type FollowUp = {
  readonly booked: Booking;
  /** The capture that a refund refers to: without it there is nothing to refund. */
  readonly restsOn: string | undefined;
  canceled: boolean;
};

/** The request itself is wrong; nothing of it is recorded. */
export type Wrong = { readonly wrong: string };

export function newStory(reference: string, charge?: ReferenceState): Story {
  return {
    reference,
    charge: charge?.booked,
    canceled: charge?.canceled ?? false,
    followUps: new Map(),
    batches: new Map(),
  };
}

/**
 * Adds the next line. Its writer judged it by the lines that it knew; here it is judged by its place in the book, so
 * that all processes agree on the last cent that may be refunded.
 */
export function appendEntry(
  story: Story,
  entry: Exclude<Entry, Closing>,
  wasCanceled = false,
): void {
  if (entry.event === 'canceled') undo(story, entry.reference);
  else if (entry.event === 'batched') putIntoBatch(story, entry);
  else if (entry.kind === 'charge') story.charge ??= entry;
  else if (entry.of === story.reference && !story.followUps.has(entry.reference)) {
    const booked = decideFollowUp(story, entry);
    if ('wrong' in booked) return;
    const restsOn = entry.kind === 'refund' ? captureOf(story)?.reference : undefined;
    story.followUps.set(entry.reference, { booked, restsOn, canceled: wasCanceled });
  }
}

/** The judgement of a reference in the story. */
export function stateOfReference(story: Story, reference: string): ReferenceState | undefined {
  const { charge, canceled } = story;
  if (story.reference === reference) return charge && { booked: charge, canceled };
  const followUp = story.followUps.get(reference);
  return followUp && { booked: followUp.booked, canceled: canceled || followUp.canceled };
}

/** The rules of the bank for a follow-up, at this place in the book. */
export function decideFollowUp(story: Story, requested: Booking): Booking | Wrong {
  const { charge, canceled } = story;
  if (!charge || canceled || charge.event !== 'approved' || isPending(charge, requested.at)) {
    return { wrong: 'There is no such charge.' };
  }
  if (effective(story, 'void')) return { wrong: 'The charge was voided.' };
  if (requested.cents <= 0n) return { wrong: 'The amount must be more than zero.' };
  const wrong = requested.kind === 'capture' ? captureFlaw(story, charge, requested) : undefined;
  if (wrong !== undefined) return { wrong };
  if (requested.event === 'declined') return requested;

  if (requested.kind === 'refund') {
    const left = takenCents(story) - refundedCents(story);
    return requested.cents > left ? declined(requested, 'refund_too_large') : requested;
  }
  if (requested.kind === 'void') {
    const taken = captureOf(story)?.reference ?? charge.reference;
    if (story.batches.has(taken) || refundedCents(story) > 0n) {
      return declined(requested, 'already_settled');
    }
    const all = captureOf(story)?.cents ?? charge.cents;
    return requested.cents === all
      ? requested
      : { wrong: `A void is of all there is: ${all} cents.` };
  }
  return requested;
}

/** True when the item may be put into a batch: it moved money, stands, and is in no other batch. */
export function fitsBatch(story: Story, item: Pick<Batched, 'reference' | 'cents' | 'at'>) {
  const { booked, canceled } = stateOfReference(story, item.reference) ?? { canceled: true };
  if (!booked || canceled || booked.event !== 'approved' || isPending(booked, item.at))
    return false;
  if (story.batches.has(item.reference)) return false;
  if (booked.kind === 'refund') return item.cents === -booked.cents;
  const isTaken = booked.kind === 'charge' ? booked.capture : booked.kind === 'capture';
  return isTaken && item.cents === booked.cents && !effective(story, 'void');
}

/** The amount of the reference in this batch; undefined when it is not in it. */
export function batchedCents(story: Story, reference: string, batch: string): bigint | undefined {
  const { booked, canceled } = stateOfReference(story, reference) ?? { canceled: true };
  if (!booked || canceled || story.batches.get(reference) !== batch) return undefined;
  return booked.kind === 'refund' ? -booked.cents : booked.cents;
}

function putIntoBatch(story: Story, entry: Batched): void {
  if (fitsBatch(story, entry)) story.batches.set(entry.reference, entry.batch);
}

function undo(story: Story, reference: string): void {
  if (story.reference === reference) story.canceled = true;
  for (const [own, followUp] of story.followUps) {
    if (own === reference || followUp.restsOn === reference) followUp.canceled = true;
  }
}

function captureFlaw(story: Story, charge: Booking, requested: Booking): string | undefined {
  if (charge.capture || captureOf(story)) return 'The charge was captured already.';
  return requested.cents > charge.cents ? 'More than was authorized.' : undefined;
}

function captureOf(story: Story): Booking | undefined {
  return effective(story, 'capture');
}

function takenCents(story: Story): bigint {
  if (story.charge?.capture) return story.charge.cents;
  return captureOf(story)?.cents ?? 0n;
}

function refundedCents({ followUps }: Story): bigint {
  let cents = 0n;
  for (const { booked, canceled } of followUps.values()) {
    if (booked.kind === 'refund' && booked.event === 'approved' && !canceled) cents += booked.cents;
  }
  return cents;
}

/** The follow-up of this kind that stands; there is at most one. */
function effective({ followUps }: Story, kind: Booking['kind']): Booking | undefined {
  for (const { booked, canceled } of followUps.values()) {
    if (booked.kind === kind && booked.event === 'approved' && !canceled) return booked;
  }
  return undefined;
}

function declined(requested: Booking, code: DeclineCode): Booking {
  return { ...requested, event: 'declined', code };
}
