import { createTestingMemory, type TestingMemory } from './risk/card-testing/testing-limit.ts';
import type { Tries } from './risk/decline-limit.ts';

/** The memory that a process has of its charges, beside the tables. */
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
