import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** `commit`: the source of the build, if the build wrote it into package.json as npm does. */
type Program = { readonly version: string; readonly commit: string | undefined };

export function programOf(packageJson: string): Program {
  const { version, gitHead: commit } = JSON.parse(packageJson);
  return { version, commit };
}

export const program = programOf(
  readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'),
);

/** The version of this program, from package.json; CHANGELOG.md describes it. */
export const { version } = program;
