import { Refusal } from '../base/refusal.ts';
import type { World } from '../world.ts';
import { refusalAnswer } from './envelope.ts';
import type { Door } from './http.ts';

/** Where carriers tell what became of a text, and hand over what payers wrote. */
export function createCarrierDoor(_world: World): Door {
  return {
    below: ['/carriers/'],
    answer: async () => refusalAnswer(new Refusal('unknown_operation')),
  };
}
