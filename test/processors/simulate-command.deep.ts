import { strict as assert } from 'node:assert';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { scratchFile } from '../../packages/sandbox/test/bank.ts';
import { processorAt, tellBank } from '../../packages/sandbox/test/far-bank.ts';
import { approved, chargeRequest } from '../../packages/sandbox/test/subject.ts';
import { officeOf } from '../cli/office.ts';
import { connectorAt } from './nmi-scene.ts';

const program = new URL('../../src/main.ts', import.meta.url).pathname;
const good = '4242424242424242';

test('quittance simulate opens a bank that ends when it is asked to and forgets nothing', async (t) => {
  const book = scratchFile(t);
  const words = ['--book', book, '--seed', '7', '--stands-at', '2030-01-15T00:00:00Z'];
  const first = await start(t, words);
  const charge = await approved(processorAt(first.url), 'a1', good);
  await tellBank(first.url, { passSeconds: 60 });
  await approved(processorAt(first.url), 'a2', good);
  first.child.kill('SIGTERM');
  assert.deepEqual(await once(first.child, 'close'), [0, null]);
  const moments = readFileSync(book, 'utf8').match(/"at":\d+/g);
  assert.deepEqual(moments, ['"at":1894665600000', '"at":1894665660000']);

  const again = await start(t, words);
  assert.deepEqual(await processorAt(again.url).inquire('a1'), charge);
});

test('nothing that the bank answered is lost when it is killed, and nothing else is certain', async (t) => {
  const book = scratchFile(t);
  const first = await start(t, ['--book', book]);
  const closed = once(first.child, 'close');
  const far = processorAt(first.url);
  const answers = new Map<string, string>();
  let isDying = false;
  const lanes = Array.from({ length: 8 }, async (_, lane) => {
    for (let i = 0; i < 10_000; i += 1) {
      const reference = `a${lane}-${i}`;
      const { outcome } = await far.charge(chargeRequest(reference, good));
      answers.set(reference, outcome);
      if (answers.size > 100 && !isDying) isDying = first.child.kill('SIGKILL');
      if (outcome === 'not_sent') return;
    }
  });
  await Promise.all(lanes);
  assert.deepEqual(await closed, [null, 'SIGKILL']);

  const again = processorAt((await start(t, ['--book', book])).url);
  const found = {
    approved: ['approved'],
    unknown: ['approved', 'not_found'],
    not_sent: ['not_found'],
  };
  for (const [reference, outcome] of answers) {
    const now = (await again.inquire(reference)).outcome;
    const allowed: readonly string[] = found[outcome as keyof typeof found];
    assert.ok(allowed.includes(now), `${reference}: ${outcome}, then ${now}`);
  }
  assert.equal([...answers.values()].filter((outcome) => outcome === 'not_sent').length, 8);
});

test('quittance simulate runs the double of a gateway that takes the key that it prints', async (t) => {
  const { url, line } = await start(t, ['--gateway', 'nmi']);
  const [, key] = /takes the key (\S+)/.exec(line) ?? [];
  const processor = connectorAt(url, { key: key! });
  assert.deepEqual(await processor.check(), { outcome: 'good', isTestMode: true });
  await approved(processor, 'a1', good);
  assert.equal((await connectorAt(url, { key: 'another' }).check()).outcome, 'refused');
});

test('quittance simulate says what is wrong with its words', async () => {
  for (const words of [
    ['--port', '70000'],
    ['--seed', 'x'],
    ['--stands-at', 'noon'],
    ['--late-window', '0'],
    ['more'],
  ]) {
    const { code, err } = await officeOf({}).run('simulate', ...words);
    assert.equal(code, 2, words.join(' '));
    assert.match(err, /^usage: quittance simulate /m);
  }
});

async function start(
  t: TestContext,
  words: string[],
): Promise<{ child: ChildProcess; url: string; line: string }> {
  const child = spawn(process.execPath, [program, 'simulate', '--port', '0', ...words]);
  t.after(() => child.kill('SIGKILL'));
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
  return { child, line, url: /http:\/\/127\.0\.0\.1:\d+/.exec(line)![0] };
}
