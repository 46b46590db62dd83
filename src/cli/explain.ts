import { DatabaseError } from '#embedded-postgres';
import { Refusal } from '../kernel/refusal.ts';
import { VaultError } from '../ports/vault/vault-error.ts';
import { ConfigFault } from '../settings/setting.ts';
import { ExpectedError } from './command.ts';

/** An expected error is its message; any other is printed with its stack. */
export function explain(error: unknown): string {
  const isPlain =
    error instanceof ExpectedError ||
    error instanceof DatabaseError ||
    error instanceof ConfigFault ||
    error instanceof VaultError ||
    error instanceof Refusal;
  if (isPlain) return error.message;
  return unusable(error) ?? String((error as Error)?.stack ?? error);
}

/** A folder or file that the machine does not let us use: its name and the reason, if no command knew better. */
function unusable(error: unknown): string | undefined {
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException;
  const why = reasons[code];
  return why !== undefined && path !== undefined
    ? `cannot use ${path}: ${why} (${code})`
    : undefined;
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
};
