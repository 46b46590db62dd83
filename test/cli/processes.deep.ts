import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commands } from '../../src/cli/index.ts';
import { startCaptured } from '../e2e/start-captured.ts';
import { scratch } from '../embedded.ts';
import { envBeside } from './office.ts';
import { runQuittance } from './run-quittance.ts';

/** Real processes of these nouns are in files of their own. */
const elsewhere = {
  all: 'e2e/start',
  serve: 'e2e/start',
  work: 'operate/settings',
  backup: 'operate/backup',
  restore: 'operate/backup',
  simulate: 'processors/simulate-command',
  logs: 'cli/logs-tail',
  login: 'cli/login',
  logout: 'cli/login',
  whoami: 'cli/login',
} as const;

/** MINE is the business of the first start. */
const good = `
  config | status | overdue | migrate | reconcile | completion bash | profile list | retention show | get /health
  doctor | soap CheckPhoneType PhoneNumber=2125550123 | audit verify | case list | risk list
  business show MINE | business-type list | application list | user list --business MINE
  payment list --business MINE | dispute list --business MINE | batch list --business MINE
  ledger balance --business MINE | processor list --business MINE | pay-link list --business MINE
  ach returns --business MINE | account-validation list --business MINE | plan list --business MINE
  subscription list --business MINE | message list --business MINE | mail list --business MINE
  consent show --business MINE 2125550100 | lead-form list --business MINE | lead list --business MINE
  webhooks list --business MINE | inbox list --business MINE | clock show --business MINE`;

/** Something is wrong with what they name: exit code 1. */
const refused = `
  database restored | customer forget MINE/1 | post /v1/nothing a=b | patch /v1/nothing a=b
  delete /v1/nothing | trigger payment.completed --business MINE`;

/** The command line is wrong, or a file that it names: exit code 2. */
const wrong = `
  vault rotate nothing | demo --months many | import customers /nothing.csv --business MINE | export MINE`;

const linesOf = (table: string) => table.split(/[|\n]/).flatMap((line) => line.trim() || []);

test('a command of each noun beside a running service is a process that ends, with its exit code', async (t) => {
  const service = await startCaptured(t, await scratch(t), { LOG_LEVEL: 'error' });
  const tables = [good, refused, wrong].map(linesOf);
  const left = tables.flatMap((lines, code) => lines.map((line) => ({ line, code })));
  const run = async () => {
    for (let next = left.shift(); next; next = left.shift()) {
      const { line, code } = next;
      const words = line.replaceAll('MINE', service.username).split(' ');
      const ran = await runQuittance(words, envBeside(service));
      assert.equal(ran.code, code, `${line}: ${ran.out}${ran.err}`);
      const said = code === 0 ? ran.out : ran.err;
      assert.match(said, code === 0 ? /\S/ : /^quittance: /, line);
    }
  };
  await Promise.all([run(), run(), run()]);
  const nouns = new Set(Object.keys(commands).map((name) => name.split(' ')[0]!));
  const tried = new Set([
    ...tables.flat().map((line) => line.split(' ')[0]!),
    ...Object.keys(elsewhere),
  ]);
  assert.deepEqual([...tried].sort(), [...nouns].sort());
});
