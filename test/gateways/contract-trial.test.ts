import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { after, type TestContext, test } from 'node:test';
import { openHelcimDouble } from '#sandbox';
import { scratchFile } from '../../packages/sandbox/test/bank.ts';
import { FileError } from '../../src/cli/command.ts';
import { tryContract } from '../../src/cli/processor-trial.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { type Account, accountsOf } from '../../src/payments/accounts/account.ts';
import { tryAccount } from '../../src/payments/accounts/try-account.ts';
import type { Conversation } from '../../src/ports/processors/conversations.ts';
import { makeFixture } from '../fixture.ts';
import { openLiveBusiness } from './live-business.ts';
import { key, openLive } from './nmi-business.ts';

/* `processor check --contract`: at which accounts it runs, and what it leaves behind. */

const fixture = await makeFixture({ after });
const { clock, db } = fixture;

async function connected(t: TestContext, environment: 'live' | 'sandbox') {
  const live = await openLive(t, fixture, {}, environment);
  await live.connect();
  const [account] = await accountsOf(db, live.businessId);
  return { live, account: account! };
}

function witness() {
  const said: Conversation[] = [];
  return { said, heard: { said: (one: Conversation) => void said.push(one), found() {} } };
}

test('the account of a live business is refused before a byte is sent', async (t) => {
  const { live, account } = await connected(t, 'live');
  const { said, heard } = witness();
  await assert.rejects(tryAccount(live.world, account, heard), /never at an account that moves/);
  assert.deepEqual(said, []);
  assert.equal(live.double.journal(), '');
});

test('an account that the gateway says moves money is refused, whatever is stored of it', async (t) => {
  const { live } = await connected(t, 'live');
  const { account: other } = await connected(t, 'sandbox');
  const { said, heard } = witness();
  const mistaken: Account = { ...other, address: live.double.url };
  await assert.rejects(tryAccount(live.world, mistaken, heard), /not in test mode/);
  assert.deepEqual(
    said.map(({ kind }) => kind),
    ['check'],
  );
  assert.equal(live.double.journal(), '');
});

const unheard = () => {};

test('the transcript has all that was said and no secret, and no other file is written over', async (t) => {
  const { live, account } = await connected(t, 'sandbox');
  const path = scratchFile(t);
  const { text, code, data } = await tryContract(live.world, account, path, unheard);
  assert.equal(code, 0, text);
  assert.match(text, /subject +assumed +observed +agrees/);
  assert.match(text, /Nothing contradicts what is assumed/);
  const transcript = await readFile(path, 'utf8');
  assert.match(transcript, /Z check\nPOST \/api\/query\.php\n/);
  assert.match(transcript, /Z charge try\w+-1\nPOST \/api\/transact\.php\nsecurity_key=\*\*\*&/);
  // A name of the trial may have the digits of the code in its middle.
  for (const secret of [key, '4111111111111111', 'Pat', 'cvv=999', '\\b77777\\b', '\\b888\\b'])
    assert.doesNotMatch(transcript + JSON.stringify(data), new RegExp(secret), secret);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  await assert.rejects(tryContract(live.world, account, path, unheard), FileError);
});

test('what contradicts is told, and the command ends with 1', async (t) => {
  const live = await openLive(t, fixture, { obeysDuplicateSeconds: false }, 'sandbox');
  await live.connect();
  const [account] = await accountsOf(db, live.businessId);
  const { text, code } = await tryContract(live.world, account!, scratchFile(t), unheard);
  assert.equal(code, 1);
  assert.match(text, /^dup_seconds=0 .* contradicts$/m);
});

test('a gateway that tells no mode is tried only if it declines as a test account does', async (t) => {
  const double = await openHelcimDouble({
    now: clock.now,
    sleep: () => new Promise(() => {}),
    apiToken: key,
  });
  const kept = {
    name: 'helcim',
    processor: 'helcim',
    key: new Secret(key),
    merchant: undefined,
  } as const;
  const place = { fixture, double, account: kept, environment: 'sandbox' } as const;
  const live = await openLiveBusiness(t, place);
  await live.connect();
  const [account] = await accountsOf(db, live.businessId);
  // As a live account, to which the card is nobody's.
  const runId = `try${Math.trunc(clock.now().getTime() / 1000).toString(36)}p`;
  for (const n of [1, 2]) double.script(`${runId}-${n}`, { code: 'Do Not Honor' });
  await assert.rejects(tryAccount(live.world, account!, witness().heard), /test account/);
  assert.deepEqual(live.done(), []);

  clock.pass(1000);
  const findings = await tryAccount(live.world, account!, witness().heard);
  assert.deepEqual(
    findings.filter(({ agrees }) => agrees === false),
    [],
  );
  assert.ok(live.done().length > 0);
});
