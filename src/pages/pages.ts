import type { World } from '../world.ts';
import type { Page, PageRequest } from './page.ts';

export type Pages = {
  /** The paths that are pages: in lower case, with a slash at their end. */
  readonly below: readonly string[];
  readonly mostBodyBytes: number;
  answer(request: PageRequest): Promise<Page>;
  /** "No" before anything was read. */
  refuse(status: number, message: string): Page;
};

/** What people see who have no account here: pages to pay at, and forms to fill in. */
export function createPages(_world: World): Pages {
  const nothing: Page = { status: 404, headers: {}, body: '' };
  return {
    below: ['/pay/', '/form/', '/assets/'],
    mostBodyBytes: 64 * 1024,
    answer: async () => nothing,
    refuse: (status) => ({ ...nothing, status }),
  };
}
