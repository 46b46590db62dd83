import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { readBook } from '../src/processor/book-view.ts';
import { fileBook } from '../src/processor/file-book.ts';
import { bankAt, scratchFile, standingClock } from './bank.ts';
import { approved } from './subject.ts';

test('processes that refund one charge at once never refund more than was taken', async (t) => {
  const path = scratchFile(t);
  const book = fileBook(path, { keep: 20_000 });
  t.after(() => book.close());
  const bank = bankAt(book, standingClock());
  const charge = await approved(bank, 'a1', '4242424242424242', { amountCents: 10_000n });
  const program = new URL('refunding-process.ts', import.meta.url).pathname;
  const children = await Promise.all(
    ['x', 'y', 'z'].map(async (name) => {
      const args = [program, path, charge.processorId, name, '120'];
      const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
      child.stdout.setEncoding('utf8');
      assert.equal(String(await once(child.stdout, 'data')), 'ready\n');
      return child;
    }),
  );
  const texts = await Promise.all(
    children.map(async (child) => {
      let text = '';
      child.stdout.on('data', (piece) => {
        text += piece;
      });
      child.stdin.end('begin');
      assert.deepEqual(await once(child, 'close'), [0, null]);
      return text;
    }),
  );
  const answers = texts.flatMap((text) =>
    text
      .trim()
      .split('\n')
      .map((line) => line.split(' ')),
  );
  assert.equal(answers.length, 360);
  const approvals = answers.filter(([, outcome]) => outcome === 'approved');
  assert.equal(approvals.length, 142, '142 times 70 cents of 10000');
  const others = new Set(answers.map(([, outcome]) => outcome));
  assert.deepEqual([...others].sort(), ['approved', 'declined']);
  assert.ok(new Set(approvals.map(([reference]) => reference![0])).size > 1, 'they did it at once');

  const booked = new Map<string, string>();
  for await (const row of readBook(path)) booked.set(row.reference, row.standing);
  for (const [reference, outcome] of answers) {
    assert.equal(booked.get(reference!), outcome);
    assert.equal((await bank.inquire(reference!)).outcome, outcome);
  }
});
