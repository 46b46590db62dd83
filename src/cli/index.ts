import { readConfig } from '../config.ts';
import { businessLimits } from './business-limits.ts';
import { type Command, OperatorFault, print } from './command.ts';
import { showConfig } from './config.ts';
import { runMigrations } from './migrate.ts';
import { reconcile } from './reconcile.ts';
import { all, serveOnly, workOnly } from './start.ts';
import { vaultMakeKeys } from './vault-make-keys.ts';
import { vaultRotate } from './vault-rotate.ts';

/** Every command, by its words. */
const commands: Readonly<Record<string, Command>> = {
  all,
  serve: serveOnly,
  work: workOnly,
  migrate: runMigrations,
  config: showConfig,
  'business limits': businessLimits,
  'vault make-keys': vaultMakeKeys,
  'vault rotate': vaultRotate,
  reconcile,
};

/** Runs what the command line asks for; returns the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    print(help());
    return 0;
  }
  const words = args.length === 0 ? ['all'] : args;
  const name = [2, 1]
    .map((count) => words.slice(0, count).join(' '))
    .find((one) => Object.hasOwn(commands, one));
  if (name === undefined) {
    print(help());
    return words[0] === 'help' ? 0 : 2;
  }
  const rest = words.slice(name.split(' ').length);
  const command = commands[name]!;
  if (rest.length > 0 && !command.usage) throw new OperatorFault(`${name} takes no further words`);
  return (await command.run(readConfig(), rest)) ?? 0;
}

/** Faults that an operator can put right are told in a sentence; others with all there is. */
export function explain(error: unknown): string {
  const isPlain = error instanceof OperatorFault || isNamed(error, ['ConfigFault', 'VaultError']);
  return isPlain ? (error as Error).message : String((error as Error)?.stack ?? error);
}

function isNamed(error: unknown, names: readonly string[]): boolean {
  return error instanceof Error && names.includes(error.constructor.name);
}

function help(): string {
  const lines = Object.entries(commands).map(
    ([name, { usage, doc }]) => `  ${usage ? `${name} ${usage}` : name}\n      ${doc}`,
  );
  return `quittance <command>\n\n${lines.join('\n')}\n\nSettings come from the environment: quittance config`;
}
