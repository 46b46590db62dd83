import { createLog, type Log } from '../kernel/log.ts';

/** Errors in the log that the demo provokes on purpose. */
const meant: ReadonlySet<string> = new Set(['case.opened', 'payment.amount_mismatch']);

/** Writes nothing, and keeps the first error: work that a worker would retry must not be missing from the past. */
export function strictLog(now: () => Date) {
  let fault: unknown;
  const { error: write } = createLog({
    level: 'error',
    write(line) {
      fault ??= new Error(line.trimEnd());
    },
    now,
  });
  const log: Log = {
    debug() {},
    info() {},
    warn() {},
    error(event, facts = {}) {
      if (meant.has(event)) return;
      fault ??= facts.error;
      write(event, facts);
    },
  };
  const check = () => {
    if (fault !== undefined) throw fault;
  };
  return { log, check };
}
