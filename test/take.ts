import { mkdirSync } from 'node:fs';

/** True for the first of all processes that takes this place, a folder that is not there yet. */
export function take(place: string): boolean {
  try {
    mkdirSync(place);
    return true;
  } catch {
    return false;
  }
}
