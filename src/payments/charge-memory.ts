import { createTestingMemory, type TestingMemory } from './risk/card-testing/testing-limit.ts';
import type { Tries } from './risk/decline-limit.ts';

/** What a process remembers of its charges, and asks no table for. */
export type ChargeMemory = {
  /** The attempts to charge each card. */
  readonly tries: Map<string, Tries>;
  readonly testing: TestingMemory;
  /** Until when an account is not asked to store a card, since it stored none. */
  readonly storesNoneUntil: Map<string, number>;
};

export function createChargeMemory(): ChargeMemory {
  return { tries: new Map(), testing: createTestingMemory(), storesNoneUntil: new Map() };
}
