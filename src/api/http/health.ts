import { version } from '../../kernel/version.ts';
import { writeProbe } from '../../runtime/write-probe.ts';
import type { World } from '../../world.ts';
import { type Answer, jsonAnswer } from './envelope.ts';

/** Ready means that the start is over, the database answers and takes writes, and the vault is open. */
export function health(world: World, isReady: () => boolean): () => Promise<Answer> {
  const takesWrites = writeProbe(world);
  return together(world.now, async () => {
    if (!isReady()) return notReady('starting', 1);
    try {
      // Ids are drawn through `aside`; a payment needs both.
      await Promise.all([world.db.query('select 1'), world.db.aside.query('select 1')]);
    } catch {
      return notReady('the database does not answer', 2);
    }
    if (!(await takesWrites())) return notReady('the database takes no writes', 5);
    if (world.vault.standing().isShut) return notReady('the keys of the vault do not open', 30);
    return jsonAnswer(200, { status: 'ready', version });
  });
}

function notReady(status: string, retryAfterSeconds: number): Answer {
  return jsonAnswer(503, { status, version }, { 'Retry-After': String(retryAfterSeconds) });
}

/**
 * Concurrent callers share one check: `/health` has no other limit. After a second a new check starts, since a check on
 * a silently dead connection may never end.
 */
export function together<T>(now: () => Date, find: () => Promise<T>): () => Promise<T> {
  let newest: { readonly answer: Promise<T>; readonly since: number } | undefined;
  return () => {
    const at = now().getTime();
    if (newest && Math.abs(at - newest.since) < longestShared) return newest.answer;
    const mine = { answer: find(), since: at };
    newest = mine;
    const end = () => {
      if (newest === mine) newest = undefined;
    };
    mine.answer.then(end, end);
    return mine.answer;
  };
}

const longestShared = 1000;
