import { docsDoor } from '../docs/docs-door.ts';
import type { Door } from './http.ts';
import { portalDoor } from './portal.ts';
import { scriptDoor } from './script-door.ts';

/** Content made of files of the repository, the same for everybody. */
export const siteDoors: readonly Door[] = [portalDoor, docsDoor, scriptDoor];
