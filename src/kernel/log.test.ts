import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../test/any-text.ts';
import { createLog, type LogLevel } from './log.ts';
import { factNames } from './log-facts.ts';
import { Secret } from './secret.ts';

test('an event is one line of JSON with its time, level, name and facts', () => {
  const { log, lines } = logged();
  log.info('payment.captured', { businessId: 7n, durationMs: 12.5, state: 'captured' });
  assert.deepEqual(lines(), [
    {
      at: '2026-05-31T12:00:00.000Z',
      level: 'info',
      event: 'payment.captured',
      businessId: '7',
      durationMs: 12.5,
      state: 'captured',
    },
  ]);
});

test('an event without facts is a line too', () => {
  const { log, lines } = logged();
  log.warn('service.stopping');
  assert.deepEqual(lines(), [
    { at: '2026-05-31T12:00:00.000Z', level: 'warn', event: 'service.stopping' },
  ]);
});

test('an event with a new name has its former one too', () => {
  const { log, lines } = logged();
  log.error('case.opened');
  assert.deepEqual(lines(), [
    {
      at: '2026-05-31T12:00:00.000Z',
      level: 'error',
      event: 'case.opened',
      was: 'question.opened',
    },
  ]);
});

test('facts that the table does not name are dropped and counted', () => {
  const { log, lines } = logged();
  log.info('x.y', {
    email: 'jane@example.com',
    CCNumber: '1',
    status: 200,
    __proto__: 1,
    left: undefined,
  });
  const [line] = lines();
  assert.equal(line?.dropped, 2);
  assert.deepEqual(Object.keys(line!).sort(), ['at', 'dropped', 'event', 'level', 'status']);
});

test('objects and functions are dropped even under a known name; they could hold anything', () => {
  const { log, lines } = logged();
  log.info('x.y', {
    status: { card: 1 },
    reason: new Secret('s3cret'),
    code: () => 's3cret',
    message: Symbol('s'),
  });
  const [line] = lines();
  assert.equal(line?.dropped, 4);
  assert.doesNotMatch(JSON.stringify(line), /s3cret/);
});

test('null, dates and lists of plain values are written', () => {
  const { log, lines } = logged();
  const version = new Date('2026-06-01T00:00:00Z');
  log.info('x.y', {
    reason: null,
    version,
    fields: ['Amount', 2, {}],
    state: new Date(Number.NaN),
    count: true,
  });
  const [line] = lines();
  assert.deepEqual(
    [line?.reason, line?.version, line?.fields, line?.state, line?.count, line?.dropped],
    [null, '2026-06-01T00:00:00.000Z', ['Amount', 2, null], null, true, undefined],
  );
});

test('less than the level asked for is not written', () => {
  const levels: LogLevel[] = ['debug', 'info', 'warn', 'error'];
  for (const [least, level] of levels.entries()) {
    const { log, lines } = logged(level);
    for (const each of levels) log[each]('x.y');
    assert.deepEqual(
      lines().map((line) => line.level),
      levels.slice(least),
    );
  }
});

test('the lines of one turn are written together, in order, and the next turn writes again', () => {
  const { log, writes, turn, waiting } = logged();
  log.info('a.a');
  log.info('b.b');
  assert.deepEqual([writes.length, waiting.length], [0, 1]);
  turn();
  log.info('c.c');
  turn();
  assert.deepEqual(writes.map(events), [['a.a', 'b.b'], ['c.c']]);
});

test('an error is written at once, after what came before it, and nothing is written twice', () => {
  const { log, writes, turn } = logged();
  log.info('a.a');
  log.error('b.b');
  assert.deepEqual(writes.map(events), [['a.a', 'b.b']]);
  turn();
  log.flush();
  assert.equal(writes.length, 1);
});

test('flush writes what is there, and a flood does not wait for the turn to end', () => {
  const { log, writes } = logged();
  log.info('a.a');
  log.flush();
  assert.deepEqual(writes.map(events), [['a.a']]);
  for (let count = 0; count < 2000; count += 1) log.info('b.b', { reason: 'x'.repeat(60) });
  assert.ok(writes.length > 1);
});

test('the stack of an error is for the level error only; its causes come with it', () => {
  const fault = new Error('outer', {
    cause: Object.assign(new TypeError('inner'), { code: '23505', detail: 'row' }),
  });
  const { log, lines } = logged();
  log.warn('x.y', { error: fault });
  log.error('x.y', { error: fault });
  const [warned, erred] = lines() as { error: Shown }[];
  assert.deepEqual(warned?.error, {
    name: 'Error',
    message: 'outer',
    cause: { name: 'TypeError', message: 'inner', code: '23505' },
  });
  assert.match(erred!.error.stack, /^Error: outer\n\s+at /);
  assert.match(erred!.error.cause!.stack, /^TypeError: inner\n/);
});

test('an error that is its own cause, or has no words, is written nevertheless', () => {
  const fault = new Error('round');
  Object.assign(fault, { message: undefined, stack: undefined, cause: fault });
  const { log, lines } = logged();
  log.error('x.y', { error: fault });
  assert.equal(lines().length, 1);
});

test('paths and addresses are written without their query', () => {
  const { log, lines } = logged();
  log.info('x.y', {
    path: '/Service.asmx/UpdateCustomer?Token=abc',
    address: 'https://example.com/a#b',
  });
  const [line] = lines();
  assert.deepEqual(
    [line?.path, line?.address],
    ['/Service.asmx/UpdateCustomer', 'https://example.com/a'],
  );
});

test('texts without end are cut', () => {
  const { log, lines } = logged();
  log.info('x.y', { reason: 'ab'.repeat(5000), fields: Array(500).fill('a') });
  const [line] = lines() as { reason: string; fields: string[] }[];
  assert.ok(line!.reason.length < 2100 && line!.reason.endsWith('…'));
  assert.equal(line!.fields.length, 50);
});

test('a line stays a line, whatever its facts hold', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      const { log, writes } = logged();
      log.error(text, { reason: text, fields: [text], error: new Error(text), [text]: text });
      assert.equal(writes.join('').split('\n').length, 2);
      JSON.parse(writes.join(''));
    }),
  );
});

test('a planted card number, key, SSN or credential never gets out, wherever it stands', () => {
  const planted = fc.constantFrom(
    ...[
      '4242424242424242',
      '5555555555554444',
      '378282246310005',
      '6205500000000000004',
      '30569309025904',
    ],
    ...['4242 4242 4242 4242', '3782-822463-10005'],
    'qk_live_0123456789abcdefghijABCDEFGHIJ0123456789abc',
    'qk_test_9999999999999999999999999999999999999999999',
  );
  const names = fc.constantFrom(...factNames);
  fc.assert(
    fc.property(planted, fc.string(), fc.string(), names, (secret, before, after, name) => {
      const text = before + secret + after;
      const fault = new Error(text, { cause: new Error(text) });
      const { log, writes } = logged();
      for (const level of ['debug', 'info', 'warn', 'error'] as const) {
        log[level](text, { [name]: text, [text]: text });
        log[level]('x.y', { [name]: [text, new Error(text)], [secret]: 1 });
        log[level]('x.y', { [name]: fault });
        log[level]('x.y', {
          [name]: Object.assign(new Error('x'), { name: text, code: text, detail: text }),
        });
      }
      assert.ok(!writes.join('').includes(secret), writes.join(''));
    }),
    { numRuns: 500 },
  );
});

test('a card number is masked as a number too', () => {
  const { log, lines } = logged();
  log.info('x.y', {
    count: 4242424242424242,
    attempt: -4242424242424242,
    paymentId: 4242424242424242n,
  });
  const [line] = lines();
  assert.deepEqual(
    [line?.count, line?.attempt, line?.paymentId],
    ['************4242', '-************4242', '************4242'],
  );
});

test('a card number that straddles the cut does not survive in part', () => {
  const { log, lines } = logged();
  for (let length = 1980; length <= 2000; length += 1) {
    log.info('x.y', { reason: `${'a'.repeat(length)}4242424242424242` });
  }
  for (const line of lines()) assert.doesNotMatch(String(line.reason), /[0-9]{5}/);
});

type Shown = { stack: string; cause?: Shown };

function logged(level: LogLevel = 'debug') {
  const writes: string[] = [];
  const waiting: (() => void)[] = [];
  const now = () => new Date('2026-05-31T12:00:00Z');
  const log = createLog({
    level,
    now,
    write: (text) => writes.push(text),
    defer: (run) => waiting.push(run),
  });
  const turn = () => {
    for (const run of waiting.splice(0)) run();
  };
  const lines = (): Record<string, unknown>[] => {
    log.flush();
    return writes.flatMap(linesOf);
  };
  return { log, writes, turn, waiting, lines };
}

function linesOf(text: string): Record<string, unknown>[] {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
}

function events(text: string): unknown[] {
  return linesOf(text).map((line) => line.event);
}
