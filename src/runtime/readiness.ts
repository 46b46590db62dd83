import type { Database, Sql } from './sql.ts';
import { writeProbe } from './write-probe.ts';

/** The life of a process: only between its start and its end should requests be sent to it. */
export type Life = {
  phase: 'starting' | 'running' | 'closing';
  /** True if the database has all migrations that this program knows. */
  readonly isMigrated: () => Promise<boolean>;
};

/** The words for the obstacles of a process, as /health, /readyz and /metrics have them. */
export const obstacles = {
  starting: 'starting',
  closing: 'closing',
  noAnswer: 'the database does not answer',
  noWrites: 'the database takes no writes',
  noMigrations: 'migrations are missing',
  vaultShut: 'the keys of the vault do not open',
} as const;

/** The obstacle to the work of a process, and the seconds until the next check; undefined: none. */
export type Obstacle = { readonly status: string; readonly retryAfterSeconds: number } | undefined;

type Context = {
  readonly db: Database;
  readonly now: () => Date;
  readonly vault: { standing(): { readonly isShut: boolean } };
};

export type Checks = {
  /** For /health: the start is over, the database answers and takes writes, and the vault is open. */
  health(): Promise<Obstacle>;
  /** For /readyz: the same, the migrations are applied, and the process is not closing. */
  ready(): Promise<Obstacle>;
  /** True once the process got the signal to stop, while it still takes requests. */
  isClosing(): boolean;
};

export function createChecks(
  surroundings: Context,
  life: Life = { phase: 'running', isMigrated: async () => true },
): Checks {
  const inTheWay = findObstacle(surroundings);
  const health = async () =>
    life.phase === 'starting'
      ? { status: obstacles.starting, retryAfterSeconds: 1 }
      : await inTheWay();
  return {
    health,
    isClosing: () => life.phase === 'closing',
    async ready() {
      if (life.phase === 'closing') return { status: obstacles.closing, retryAfterSeconds: 5 };
      return (await health()) ?? (await missingMigrations(life));
    },
  };
}

async function missingMigrations({ isMigrated }: Life): Promise<Obstacle> {
  const has = await isMigrated().catch(() => undefined);
  if (has) return undefined;
  const status = has === false ? obstacles.noMigrations : obstacles.noAnswer;
  return { status, retryAfterSeconds: 5 };
}

function findObstacle({ db, now, vault }: Context): () => Promise<Obstacle> {
  const takesWrites = writeProbe({ db, now });
  return together(now, async () => {
    try {
      // Ids are drawn through `aside`, and charges are recorded `together`; a payment needs all of them.
      const answers = (sql: Sql) => sql.query('select 1');
      await Promise.all([answers(db), answers(db.aside), db.together([answers])]);
    } catch {
      return { status: obstacles.noAnswer, retryAfterSeconds: 2 };
    }
    if (!(await takesWrites())) {
      return { status: obstacles.noWrites, retryAfterSeconds: 5 };
    }
    if (vault.standing().isShut) {
      return { status: obstacles.vaultShut, retryAfterSeconds: 30 };
    }
    return undefined;
  });
}

/**
 * Concurrent callers share one check: health checks have no other limit. After a second a new check starts, since a
 * check on a silently dead connection may never end.
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
