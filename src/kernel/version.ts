import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The version of this program, from package.json; CHANGELOG.md describes it. */
export const { version } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
) as { readonly version: string };
