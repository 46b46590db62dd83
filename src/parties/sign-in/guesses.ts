import { Refusal } from '../../kernel/refusal.ts';
import type { World } from '../../world.ts';

/*
 * Limits wrong guesses if each is a process of its own, as at the command line: at the rates that browsers have, which
 * the service counts in its memory.
 */

type Office = Pick<World, 'db' | 'now'>;

const burstSeconds = 60;
/** How long a wrong guess counts: five a minute at one person, six times as many in all. */
const guess = { of: (name: string) => ({ name, seconds: 12 }), all: { name: 'all', seconds: 2 } };

/** Runs a look that throws for a wrong guess, if there were not too many before. */
export async function limitGuesses<T>(
  office: Office,
  name: string,
  look: () => Promise<T>,
): Promise<T> {
  const counted = [guess.of(name), guess.all];
  for (const one of counted) await count(office, one);
  try {
    const found = await look();
    await takeBack(office, counted);
    return found;
  } catch (error) {
    // Any other error has not judged the guess.
    if (!(error instanceof Refusal)) await takeBack(office, counted);
    throw error;
  }
}

type Counted = { readonly name: string; readonly seconds: number };

/** Before the look: of guesses that run at once each is counted. Scope: lookup. */
async function count({ db, now }: Office, { name, seconds }: Counted): Promise<void> {
  const counted = await db.query(
    `insert into sign_in_guesses as g (name, free_at)
     values ($1, $2::timestamptz + $3::int * interval '1 second')
     on conflict (name) do update
       set free_at = greatest(g.free_at, $2::timestamptz) + $3::int * interval '1 second'
       where greatest(g.free_at, $2::timestamptz) + $3::int * interval '1 second'
         <= $2::timestamptz + $4::int * interval '1 second'
     returning 1`,
    [name, now(), seconds, burstSeconds],
  );
  if (counted.length === 0) throw new Refusal('too_many_bad_credentials');
}

/** Scope: lookup. */
async function takeBack({ db }: Office, all: readonly Counted[]): Promise<void> {
  for (const { name, seconds } of all) {
    await db.query(
      `update sign_in_guesses set free_at = free_at - $2::int * interval '1 second' where name = $1`,
      [name, seconds],
    );
  }
}
