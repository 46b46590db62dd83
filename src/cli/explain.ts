import { DatabaseError } from '#embedded-postgres';
import { Refusal } from '../kernel/refusal.ts';
import { VaultError } from '../ports/vault/vault-error.ts';
import { ConfigFault } from '../settings/setting.ts';
import { ExpectedError } from './command.ts';
import { isReason, reasonOf } from './file-reasons.ts';

/** An expected error is its message; any other is printed with its stack. */
export function explain(error: unknown): string {
  const isPlain =
    error instanceof ExpectedError ||
    error instanceof DatabaseError ||
    error instanceof ConfigFault ||
    error instanceof VaultError ||
    error instanceof Refusal;
  if (isPlain) return error.message;
  if (isOfServer(error)) return `PostgreSQL says: ${error.message}`;
  return unusable(error) ?? String((error as Error)?.stack ?? error);
}

/** True if the server cannot use its own files, or lacks room, rights or memory: the reason is not in this program. */
function isOfServer(error: unknown): error is Error {
  const { code, severity } = (error ?? {}) as { code?: unknown; severity?: unknown };
  return typeof severity === 'string' && serverFaults.test(String(code));
}

/** SQLSTATE: no rights, no resources, an operator's intervention, an error of the system, corrupt data. */
const serverFaults = /^(?:42501|53...|57P0[1-3]|58...|XX00[12])$/;

/** A folder or file that the machine does not let us use: its name and the reason, if no command knew better. */
function unusable(error: unknown): string | undefined {
  const { code = '', path } = (error ?? {}) as NodeJS.ErrnoException;
  // A missing file that no command expected to miss is a defect.
  const isPlain = code !== 'ENOENT' && isReason(code);
  return isPlain && path !== undefined
    ? `cannot use ${path}: ${reasonOf(code)} (${code})`
    : undefined;
}
