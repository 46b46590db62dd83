import { businessPlaces } from './business.ts';
import { developerPlaces } from './developers.ts';
import { mainPlaces } from './main.ts';
import { operatorPlaces } from './operator.ts';
import type { Place } from './place.tsx';

/** Every screen, in the order of the navigation. Navigation, palette, keys and the test of roles read this table. */
export const places: readonly Place[] = [
  ...mainPlaces,
  ...developerPlaces,
  ...businessPlaces,
  ...operatorPlaces,
];

/** Asks for the code of the screen at an address, so that it comes while the session is read. */
export async function loadScreen(address: string): Promise<void> {
  const path = address.replace(/^\/b\/[^/]+/, '') || '/';
  const isHere = (one: Place) =>
    new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
  await places.find(isHere)?.screen.load();
}
