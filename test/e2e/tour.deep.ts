import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { scratch } from '../embedded.ts';
import { startCaptured } from './start-captured.ts';

const root = join(import.meta.dirname, '../..');

type Said = { readonly code: number; readonly out: string; readonly err: string };

/** The commands of the tour in README.md, by the words in bold before them; "" is how it begins. */
async function readTour(): Promise<{ title: string; command: string }[]> {
  const page = await readFile(join(root, 'README.md'), 'utf8');
  const tour = page.slice(page.indexOf('## A tour'), page.indexOf('## Where to read on'));
  const found = tour.matchAll(/^\*\*(.+?)\*\*|^```sh\n(.*?)^```/gms);
  const commands: { title: string; command: string }[] = [];
  let title = '';
  for (const [, bold, command] of found) {
    if (bold !== undefined) title = bold;
    else commands.push({ title, command: command! });
  }
  return commands;
}

/** A shell in which commands are typed one after the other. */
function openShell(t: TestContext, cwd: string) {
  const { DATABASE_URL: _, HOST: __, PORT: ___, ...env } = process.env;
  const shell = spawn('bash', ['--noprofile', '--norc'], { cwd, env });
  t.after(async () => {
    const closed = once(shell, 'close');
    shell.stdin.end();
    await closed;
  });
  const said = { out: '', err: '' };
  shell.stdout.setEncoding('utf8').on('data', (text) => {
    said.out += text;
  });
  shell.stderr.setEncoding('utf8').on('data', (text) => {
    said.err += text;
  });
  // What curl leaves out: the status of the answer, which the tour tells.
  shell.stdin.write(`curl() { command curl -sS -w '%{stderr}HTTP %{http_code}\\n' "$@"; }\n`);
  const end = /\n@@(\d+)@@\n/;

  return async (command: string): Promise<Said> => {
    said.out = '';
    said.err = '';
    const mark = `printf '\\n@@%s@@\\n' $code`;
    shell.stdin.write(`${command}\ncode=$?; ${mark}; ${mark} >&2\n`);
    while (!end.test(said.out) || !end.test(said.err)) {
      assert.equal(shell.exitCode, null, said.err);
      await delay(10);
    }
    const code = Number(end.exec(said.out)![1]);
    return { code, out: said.out.replace(end, ''), err: said.err.replace(end, '') };
  };
}

async function until<T>(ask: () => Promise<T>, isDone: (told: T) => boolean): Promise<T> {
  for (;;) {
    const told = await ask();
    if (isDone(told)) return told;
    await delay(200);
  }
}

/** One that runs until it is ended, in a terminal of its own. */
async function openListener(t: TestContext, cwd: string, command: string) {
  const listener: ChildProcess = spawn('bash', ['-c', `exec ${command}`], { cwd });
  const closed = once(listener, 'close');
  let said = '';
  const hear = (text: Buffer) => {
    said += text;
  };
  listener.stdout!.on('data', hear);
  listener.stderr!.on('data', hear);
  const close = async () => {
    if (listener.exitCode === null) listener.kill('SIGTERM');
    await closed;
  };
  t.after(close);
  const told = async () => {
    assert.equal(listener.exitCode, null, said);
    return said;
  };
  await until(told, (text) => text.includes('Listening at'));
  return { told, close };
}

type Step = {
  /** What the answers of HTTP are, one for each call. */
  readonly status?: readonly number[];
  readonly says: RegExp;
};

/** What the tour says that each command comes to, in its order; a title with two commands has two steps. */
const steps: readonly (readonly [title: string, step: Step])[] = [
  ['', { says: /^$/ }],
  ['Charge a card', { status: [200], says: /"IsSuccess":true.*"TokenResult":"card_/ }],
  ['Send it again', { status: [200], says: /"IsSuccess":true.*"TokenResult":"card_/ }],
  ['Change the amount and send it again', { status: [409], says: /^HTTP\/1\.1 409 / }],
  ['See a decline', { status: [200], says: /"IsSuccess":false.*declined/i }],
  ['Lose the answer', { status: [202], says: /not known yet/ }],
  ['Debit a bank account', { status: [200], says: /"IsSuccess":true/ }],
  ['Refund a part of A-1', { status: [200], says: /"Remaining":"10\.00"/ }],
  [
    'Request a payment by text',
    { status: [200], says: /http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]{22}/ },
  ],
  ['Charge every month', { status: [200], says: /"Status":"Active"/ }],
  ['See a month of it', { says: /payment\.captured .* 10\.00.*[\s\S]*clearing/ }],
  ['Receive webhooks', { says: /verified/ }],
  ['Receive webhooks', { status: [200], says: /"IsSuccess":true/ }],
  ['Call it by SOAP', { status: [200], says: /CheckPhoneTypeResult/ }],
  ['Onboard a business', { status: [200], says: /"IsSuccess":true/ }],
  ['Onboard a business', { says: /Lee Flowers/ }],
  ['Reconcile', { says: /^0 findings\.\n0 findings\.\n$/ }],
];

test('the tour of the README works as it is printed', async (t) => {
  const folder = await scratch(t);
  const service = await startCaptured(t, folder, { WORKER_POLL_MS: '250' });
  await symlink(join(root, 'bin'), join(folder, 'bin'));
  const tour = await readTour();
  assert.deepEqual(
    tour.map(({ title }) => title),
    steps.map(([title]) => title),
  );
  const type = openShell(t, folder);

  let first: Said | undefined;
  for (const [i, { title, command }] of tour.entries()) {
    const { status = [], says } = steps[i]![1];
    const judge = ({ code, out, err }: Said) => {
      const said = `${title}: ${out}${err}`;
      assert.equal(code, 0, said);
      assert.match(out, says, said);
      assert.deepEqual([...err.matchAll(/HTTP (\d+)/g)].map(statusIn), status, said);
    };
    if (command.includes('webhooks listen')) {
      const { told, close } = await openListener(t, folder, command);
      const next = tour[i + 1]!;
      const charged = await type(next.command);
      assert.match(charged.out, /"IsSuccess":true/);
      await until(told, (text) => /payments .* verified[\s\S]*A-4/.test(text));
      await close();
      continue;
    }
    const said = await type(command);
    judge(said);
    if (title === 'Charge a card') first = said;
    if (title === 'Send it again') assert.equal(said.out, first!.out, 'the same bytes');
    if (title === 'Lose the answer') {
      await until(
        () => type(command),
        ({ err }) => err.includes('HTTP 200'),
      );
    }
    if (title === 'Refund a part of A-1') assert.equal((await type(command)).out, said.out);
    if (title === 'Request a payment by text') {
      const [link] = /http:\/\/127\.0\.0\.1:\d+\/pay\/[\w-]{22}/.exec(said.out)!;
      assert.equal(new URL(link).port, String(service.port));
      assert.equal((await fetch(link)).status, 200);
    }
    if (command.includes('CreateNewMerchantAccount')) {
      const again = await type(command);
      assert.match(again.err, /HTTP 409/);
      assert.match(again.out, /ExternalID/);
    }
  }
});

function statusIn([, text]: RegExpMatchArray): number {
  return Number(text);
}
