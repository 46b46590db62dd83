import { strict as assert } from 'node:assert';
import { type TestContext, test } from 'node:test';
import { holder } from '../../packages/sandbox/test/subject.ts';
import type { Processor } from '../../src/ports/processors/processor.ts';
import { randomOf } from '../campaign/random.ts';
import { drawing, type Size, sizeOf } from '../size.ts';
import {
  type Booked,
  cvv,
  type GatewayScene,
  gatewayCaller,
  type Habits,
} from './gateway-caller.ts';

/** A gateway that is asked for less has less to search. */
const historiesOfAGateway = 250;

type Line = {
  readonly event: string;
  readonly type: string;
  readonly reference: string;
  readonly cents: string;
  readonly isForeign: boolean;
};

/** A gateway, as a property of its connector needs it. */
export type Gateway = {
  readonly name: string;
  /** What its files begin with. */
  readonly file: string;
  readonly habits: Habits;
  open(): Promise<Scene>;
  /** True if nobody but a person can find this out. */
  isDueForPerson(booked: Booked, wasExecuted: boolean): boolean;
  /** A share of each kind that never came, and how that ends. */
  readonly endOfAbsentRefunds: 'person' | 'nothing';
  /** True if that a charge did not come is never proved. What follows one is sent again instead. */
  readonly neverProvesAbsence?: true;
  readonly secrets: readonly string[];
};

type Scene = GatewayScene & {
  readonly processor: Processor;
  /** Lines of JSON. */
  readonly journal: () => string;
  readonly close: () => void;
};

/** Lives so many histories, each to its end, and compares what was booked with the journal. */
async function live(
  t: TestContext,
  gateway: Gateway,
  [from, to]: readonly [number, number],
  alter: (processor: Processor) => Processor = (processor) => processor,
): Promise<Booked[]> {
  const books: Booked[] = [];
  for (let first = from; first < to; first += historiesOfAGateway) {
    const scene = await gateway.open();
    t.after(() => scene.close());
    const processor = alter(scene.processor);
    const told: unknown[] = [];
    const booked: Booked[] = [];
    for (let seed = first; seed < Math.min(first + historiesOfAGateway, to); seed += 1) {
      const heard = hearing(processor, told);
      const caller = gatewayCaller(scene, heard, gateway.habits, randomOf(seed));
      await caller.history(seed.toString(36));
      booked.push(...caller.books);
    }
    // All clocks run out.
    scene.passSeconds(24 * 3600);
    const journal = scene.journal();
    compare(gateway, booked, journal);
    showsNoSecret(gateway, journal, told);
    books.push(...booked);
    scene.close();
  }
  return books;
}

function compare(gateway: Gateway, books: readonly Booked[], journal: string): void {
  const lines: Line[] = journal.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []));
  const executed = lines.filter(({ event, isForeign }) => event === 'approved' && !isForeign);
  const booked = new Map(books.map((one) => [one.reference, one]));
  for (const { reference } of executed) {
    assert.ok(booked.has(reference), `${reference} was executed, and nobody asked for it`);
  }
  const byReference = Map.groupBy(executed, ({ reference }) => reference);
  for (const one of books) {
    const { reference, kind, end, cents, by, fault } = one;
    const what = `${reference} ${kind} ${end} by ${by} ${JSON.stringify(fault)}`;
    const done = byReference.get(reference) ?? [];
    if (end === 'approved') {
      assert.deepEqual([done.length, done[0]?.cents], [1, String(cents)], what);
    } else if (end === 'nothing') {
      assert.deepEqual(done, [], what);
    } else {
      // A person is asked only where the gateway cannot tell.
      assert.ok(done.length <= 1, what);
      assert.ok(gateway.isDueForPerson(one, done.length > 0), what);
    }
  }
}

/** Keeps all that it is told. */
function hearing(processor: Processor, told: unknown[]): Processor {
  const hear = <A>(answer: A): A => {
    told.push(answer);
    return answer;
  };
  return {
    ...processor,
    charge: async (request) => hear(await processor.charge(request)),
    followUp: async (request) => hear(await processor.followUp(request)),
    inquire: async (...asked) => hear(await processor.inquire(...asked)),
  };
}

function showsNoSecret({ secrets }: Gateway, journal: string, told: readonly unknown[]): void {
  const texts = JSON.stringify(told, (_, one) => (typeof one === 'bigint' ? String(one) : one));
  for (const secret of ['41111111', `"${cvv}"`, holder, 'Canary', ...secrets]) {
    assert.ok(!journal.includes(secret) && !texts.includes(secret), secret);
  }
}

/** Each with what gives it away. */
const sabotages: Readonly<Record<string, readonly [RegExp, (processor: Processor) => Processor]>> =
  {
    'that believes absence at once': [
      / nothing by inquiry /,
      (processor) => ({
        ...processor,
        async inquire(reference, ...more) {
          const answer = await processor.inquire(reference, ...more);
          return answer.outcome === 'not_found' ? { outcome: 'canceled', reference } : answer;
        },
      }),
    ],
    'that tries again under another reference': [
      /nobody asked for it/,
      (processor) => ({
        ...processor,
        async charge(request) {
          const first = await processor.charge(request);
          if (first.outcome !== 'unknown') return first;
          const { reference } = request;
          const second = await processor.charge({ ...request, reference: `${reference}-x` });
          return 'reference' in second ? { ...second, reference } : second;
        },
      }),
    ],
    'that tells the unknown as declined': [
      / nothing by answer /,
      (processor) => ({
        ...processor,
        async charge(request) {
          const answer = await processor.charge(request);
          if (answer.outcome !== 'unknown') return answer;
          const { reference } = request;
          const told = { reference, processorId: '', message: 'No.' };
          return { outcome: 'declined', code: 'processing_error', ...told };
        },
      }),
    ],
  };

/** What is booked in the end is what the gateway did. */
export function testHistories(gateway: Gateway, size?: Size): void {
  const { name } = gateway;
  const histories = sizeOf({ gate: 500, usual: 1_000, full: 10_000 }, size);

  test(`${name}: what is booked in the end is what the gateway did: ${histories} histories`, async (t) => {
    await drawing({ name: `${gateway.file}-property`, size }, async (seed) => {
      const books = await live(t, gateway, [seed, seed + histories]);
      const count = (is: Partial<Booked>) =>
        books.filter((one) => Object.entries(is).every(([k, v]) => one[k as keyof Booked] === v))
          .length;
      // The faults were there, and every way to find out was gone.
      for (const kind of ['charge', 'capture', 'void', 'refund'] as const) {
        for (const by of ['answer', 'inquiry'] as const) {
          const approved = count({ kind, end: 'approved', by });
          assert.ok(approved > histories / 100, `${kind} approved by ${by}`);
        }
        if (gateway.neverProvesAbsence && kind !== 'charge') continue;
        const isAPersons = kind === 'refund' && gateway.endOfAbsentRefunds === 'person';
        const absent =
          isAPersons || gateway.neverProvesAbsence
            ? count({ kind, end: 'person' })
            : count({ kind, by: 'absence' });
        assert.ok(absent > histories / 200, `${kind} that never came`);
      }
      t.diagnostic(`${books.length} conversations, ${count({ end: 'person' })} left to a person`);
    });
  });
}

/** A connector that is made worse is caught. */
export function testSabotages(gateway: Gateway): void {
  for (const [what, [message, sabotage]] of Object.entries(sabotages)) {
    test(`a connector is caught ${what}`, async (t) => {
      await assert.rejects(live(t, gateway, [0, historiesOfAGateway], sabotage), {
        name: 'AssertionError',
        message,
      });
    });
  }
}
