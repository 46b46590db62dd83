import { strict as assert } from 'node:assert';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { test } from 'node:test';
import { readBook } from '../src/processor/book-view.ts';
import { fileBook } from '../src/processor/file-book.ts';
import { scratchFile, testCard } from './bank.ts';

const program = new URL('charging-process.ts', import.meta.url).pathname;

test('processes that charge the same references at once agree on who was first', async (t) => {
  const path = scratchFile(t);
  const amounts = [1000n, 2000n, 3000n];
  // Whoever is first gets an unreadable answer, so first and second can be told apart.
  const card = testCard('garbage_answer');
  const children = await Promise.all(amounts.map((cents) => prepare(path, card, cents, 800)));
  const runs = await Promise.all(children.map((child) => child.begin()));

  let charged = 0;
  for await (const { reference, netCents } of readBook(path)) {
    charged += 1;
    for (const [i, answers] of runs.entries()) {
      if (reference.startsWith('own') && netCents !== amounts[i]) continue;
      const expected = netCents === amounts[i] ? 'unknown' : 'rejected';
      assert.equal(answers.get(reference), expected, reference);
    }
  }
  assert.equal(charged, 400 + 3 * 400);
});

test('nothing that was answered is lost when the process is killed', async (t) => {
  const path = scratchFile(t);
  for (let kills = 1; kills <= 4; kills += 1) {
    // Each lives longer than the one before, so that it comes to references of its own.
    const child = await prepare(path, '4242424242424242', BigInt(kills), 1_000_000, true);
    const answers = await child.begin();
    const net = new Map<string, bigint>();
    for await (const { reference, netCents } of readBook(path)) {
      assert.ok(!net.has(reference));
      net.set(reference, netCents);
    }
    for (const [reference, outcome] of answers) {
      assert.equal(net.get(reference) === BigInt(kills), outcome === 'approved', reference);
    }
    assert.ok([...answers.values()].includes('approved'));
  }
  const book = fileBook(path);
  t.after(() => book.close());
  assert.equal((await book.find('r1'))?.booked?.cents, 1n);
});

type Child = { begin: () => Promise<Map<string, string>> };

/** Begun, it gives the answers by reference; it is killed in mid-work after so many of them. */
async function prepare(
  path: string,
  card: string,
  cents: bigint,
  count: number,
  kill = false,
): Promise<Child> {
  const child = spawn(process.execPath, [program, path, card, String(cents), String(count)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  child.stdout.setEncoding('utf8');
  assert.equal(String(await once(child.stdout, 'data')), 'ready\n');
  return {
    async begin() {
      let text = '';
      child.stdout.on('data', (piece) => {
        text += piece;
        if (kill && text.length > 5000 * Number(cents)) child.kill('SIGKILL');
      });
      child.stdin.end('begin');
      const [code, signal] = await once(child, 'close');
      assert.deepEqual([code, signal], kill ? [null, 'SIGKILL'] : [0, null]);
      const lines = text.split('\n').slice(0, -1);
      return new Map(lines.map((line) => line.split(' ') as [string, string]));
    },
  };
}
