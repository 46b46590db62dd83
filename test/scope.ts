import { after as afterOfRunner } from 'node:test';

type Work = () => Promise<unknown> | unknown;

/** What ends with something to clean up: the context of a test, or `{ after }` of node:test for a whole file. */
export type Scope = { after(work: () => Promise<void>): void };

const works = new WeakMap<object, Work[]>();

let explainFileErrors: Work[] | undefined;

/**
 * `after` of node:test for what may be called inside a test: the work belongs to the end of the file. The runner looks a
 * test up by the promises that it does not follow here, and may find one of an earlier file, which has ended: it would do
 * the work at once.
 */
export function after(work: Work): void {
  if (explainFileErrors) explainFileErrors.push(work);
  else afterOfRunner(async () => void (await work()));
}

/** In the suite of a file. What it returns is called when all tests are added: their work is kept from then on. */
export function beginFile(): () => void {
  const own: Work[] = [];
  afterOfRunner(async () => {
    for (let work = own.shift(); work; work = own.shift()) await work();
    explainFileErrors = undefined;
  });
  return () => {
    explainFileErrors = own;
  };
}

/**
 * Runs `work` at the end of the scope, whatever else fails there. Hooks of node:test do not: the first that fails ends
 * the row, and what the others would have closed keeps the process alive until its timeout. All work of a scope is one
 * hook, which fails when it has done everything. It follows the hooks that a test registers itself.
 */
export function atEnd(scope: Scope, work: Work): void {
  // `{ after }` is made anew for each call, and all of a file mean the same scope.
  const key = scope.after === after || scope.after === afterOfRunner ? scope.after : scope;
  const earlier = works.get(key);
  if (earlier) {
    earlier.push(work);
    return;
  }
  const all = [work];
  works.set(key, all);
  scope.after(async () => {
    works.delete(key);
    scope.after(() => runAll(all));
  });
}

async function runAll(all: Work[]): Promise<void> {
  const faults: unknown[] = [];
  // Taken out: the runner remembers every test, and would remember with it what its end needs.
  for (const work of all.splice(0)) {
    try {
      await work();
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 1) throw new AggregateError(faults, 'more than one thing failed at the end');
  if (faults.length === 1) throw faults[0];
}
