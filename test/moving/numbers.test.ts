import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { generateKey, type PrivateKey } from 'openpgp';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import { confirmAndCarryOut } from '../../src/backoffice/case-actions/carry-out.ts';
import { unwatched } from '../../src/kernel/progress.ts';
import { customerKind } from '../../src/moving/customers.ts';
import { exportInto } from '../../src/moving/export-folder.ts';
import { forgetCustomer } from '../../src/moving/forget/forget-customer.ts';
import { importRows, type Report } from '../../src/moving/import.ts';
import { proposeNumberExport } from '../../src/moving/numbers/propose.ts';
import { decryptFile } from '../../src/moving/pgp.ts';
import { fingerprintOf } from '../../src/moving/pgp-keys.ts';
import { planKind } from '../../src/moving/plans.ts';
import { type Format, readRows } from '../../src/moving/read-rows.ts';
import { subscriptionKind } from '../../src/moving/subscriptions.ts';
import { tokenKind } from '../../src/moving/tokens.ts';
import { listActs } from '../../src/records/audit-log.ts';
import { reject } from '../../src/records/decide-case.ts';
import { ann, ben } from '../cases/queue.ts';
import { type Club, openClub } from '../subscriptions/club.ts';
import type { AnyKind } from './mover.ts';

const keys = await Promise.all(
  ['Receiver', 'Sender', 'Stranger'].map((name) =>
    generateKey({ userIDs: [{ name }], format: 'object' }),
  ),
);
const [receiver, sender, stranger] = [keys[0]!, keys[1]!, keys[2]!];

/** A business with a card and an account, and where it is exported to. */
async function open(t: TestContext) {
  const club = await openClub(t);
  const card = await club.token();
  const account = await club.bankToken('9876543210');
  const { world, caller, id: businessId } = club;
  const scratchFolder = await scratch(t);
  let exports = 0;
  return {
    ...club,
    card,
    account,
    folders: () => readdir(scratchFolder),
    async propose(key = receiver) {
      const fingerprint = fingerprintOf(key.publicKey);
      return await proposeNumberExport(world, { businessId, fingerprint, note: 'they move' }, ann);
    },
    async export(to: PublicHalf | undefined, format: Format = 'ndjson') {
      exports += 1;
      const folder = join(scratchFolder, String(exports));
      const wanted = { business: caller.business, folder, format, actor: 'operator:ben' };
      const who = { receiver: to?.publicKey, signer: to && sender.privateKey };
      return { folder, ...(await exportInto(world, { ...wanted, ...who, progress: unwatched })) };
    },
    openings: () =>
      club.fixture.db.query(
        'select token, openings from number_openings where business_id = $1 order by token',
        [businessId],
      ),
    async acts(pattern: RegExp) {
      const all = await listActs(world.db, businessId, 1000);
      return all.filter(({ act }) => pattern.test(act)).reverse();
    },
  };
}
type PublicHalf = Pick<typeof receiver, 'publicKey'>;

/** Imports a file of an export, as the command does. */
async function importFile(
  { world, caller }: Club,
  kind: AnyKind,
  file: string,
  format: Format,
  key?: PrivateKey,
) {
  const reports: Report[] = [];
  const plain = createReadStream(file);
  const how = key && { key, sender: sender.publicKey, progress: unwatched };
  await importRows(world, {
    business: caller.business,
    kind,
    rows: readRows(how ? decryptFile(file, how) : plain, format),
    isDry: false,
    async report(some) {
      reports.push(...some);
    },
  });
  plain.destroy();
  return reports;
}

test('a business moves to another installation with its cards, and goes on charging them there', async (t) => {
  const home = await open(t);
  await home.subscribe({ CardToken: home.card, PlanCode: 'gold', StartDate: '01-16-2030' });
  for (const format of ['ndjson', 'csv'] as const) {
    await confirmAndCarryOut(home.world, await home.propose(), ben, { decision: 'export' });
    const { folder, numbers } = await home.export(receiver, format);
    assert.deepEqual([numbers?.cards, numbers?.accounts, numbers?.unreadable], [2, 1, 0]);
    const away = await openClub(t);
    const key = receiver.privateKey;
    const at = (name: string) => join(folder, `${name}.${format}`);
    await importFile(away, customerKind, at('customers'), format);
    await importFile(away, planKind, at('plans'), format);
    const tokens = await importFile(away, tokenKind('sandbox'), `${at('tokens')}.pgp`, format, key);
    assert.deepEqual(
      tokens.map(({ outcome }) => outcome),
      ['created', 'created', 'created'],
    );
    const again = await importFile(away, tokenKind('sandbox'), `${at('tokens')}.pgp`, format, key);
    assert.ok(again.every(({ outcome }) => outcome === 'exists'));
    await importFile(away, subscriptionKind, at('subscriptions'), format);
    const moved = (id: string) => tokens.find((one) => one.id === id)?.made ?? '';
    await away.join({ CardToken: moved(home.card), Amount: '7.00' });
    assert.deepEqual(await away.states(), ['scheduled', 'active']);
    if (format === 'ndjson') continue;
    await away.until('2030-01-16 12:00');
    assert.deepEqual(await away.states(), ['active', 'active']);
    assert.deepEqual(await away.findings(), []);
  }
});

test('a card of a forgotten person is not exported, and not told as unreadable', async (t) => {
  const home = await open(t);
  const { world, id: businessId, fixture } = home;
  const kept = await home.token(undefined, { Email: 'zeb@example.com', MobilePhone: '6175550199' });
  const [row] = await fixture.db.query<{ customer_id: bigint }>(
    'select customer_id from tokens where token = $1',
    [kept],
  );
  const key = { businessId, id: row!.customer_id };
  assert.equal((await forgetCustomer(world, key, 'operator:ben')).outcome, 'forgotten');
  const proposed = await home.propose();
  assert.deepEqual([proposed.evidence.cards, proposed.evidence.accounts], [2, 1]);
  await confirmAndCarryOut(world, proposed, ben, { decision: 'export' });
  const { numbers } = await home.export(receiver);
  assert.deepEqual([numbers?.cards, numbers?.accounts, numbers?.unreadable], [2, 1, 0]);
});

test('numbers are in the encrypted file alone; each opening is counted and in the audit log', async (t) => {
  const { card, account, ...home } = await open(t);
  await confirmAndCarryOut(home.world, await home.propose(), ben, { decision: 'export' });
  const before = await home.openings();
  assert.deepEqual(before, []);
  const { folder } = await home.export(receiver);
  for (const name of await readdir(folder)) {
    const text = (await readFile(join(folder, name))).toString('latin1');
    assert.doesNotMatch(text, /4242424242424242|9876543210/, name);
  }
  const counted = await home.openings();
  const tokens = counted.map((row) => (row as { token: string }).token);
  assert.ok(tokens.includes(card) && tokens.includes(account));
  assert.ok(counted.every((row) => (row as { openings: bigint }).openings === 1n));
  const fingerprint = fingerprintOf(receiver.publicKey);
  const acts = await home.acts(/\.(?:proposed|confirmed|closed|opened|exported|export_approved)$/);
  assert.deepEqual(
    acts.map(({ act, actor }) => [act, actor]),
    [
      ['question.proposed', 'operator:ann'],
      ['question.confirmed', 'operator:ben'],
      ['numbers.export_approved', 'operator:ben'],
      ['question.closed', 'operator:ben'],
      ['business.exported', 'operator:ben'],
      ['number.opened', 'operator:ben'],
      ['numbers.exported', 'operator:ben'],
    ],
  );
  const facts = acts.flatMap((one) => (/export|opened/.test(one.act) ? [one.facts] : []));
  assert.deepEqual(
    facts.map((one) => one.fingerprint ?? one.encryptedFor),
    [fingerprint, undefined, fingerprint, fingerprint],
  );
  assert.doesNotMatch(home.fixture.logged.join(), /4242424242424242|9876543210/);
});

test('without the approval of a second person, for that key and within a day, no number leaves', async (t) => {
  const home = await open(t);
  const nobody = /^Nobody approved an export for the key [0-9A-F]{40} within the last 24 hours/;
  const refused = async (key: PublicHalf, why: RegExp) => {
    await assert.rejects(home.export(key), { message: why });
  };
  await refused(receiver, nobody);
  const proposed = await home.propose();
  await refused(receiver, nobody);
  await assert.rejects(
    confirmAndCarryOut(home.world, proposed, ann, { decision: 'export' }),
    /somebody else must confirm/,
  );
  await assert.rejects(home.propose(), /operator:ann proposed export/);
  await assert.rejects(home.propose(stranger), /is about another key/);
  await reject(home.world, proposed, ben, { note: 'who is that?' });
  await refused(receiver, nobody);
  await confirmAndCarryOut(home.world, await home.propose(), ben, { decision: 'export' });
  await refused(stranger, nobody);
  assert.deepEqual(await home.openings(), []);
  assert.deepEqual(await home.folders(), []);

  await home.export(receiver);
  await refused(receiver, /The approval of case \d+ was used/);
  await confirmAndCarryOut(home.world, await home.propose(), ben, { decision: 'export' });
  home.fixture.clock.pass(24 * 3_600_000 + 1);
  await refused(receiver, nobody);
  // An export without numbers needs nobody.
  assert.equal((await home.export(undefined)).numbers, undefined);
});
