import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { connect } from '../../src/database/connect.ts';
import { startEmbedded } from '../../src/database/embedded.ts';
import type { Database } from '../../src/runtime/sql.ts';
import { quiet, scratch } from '../embedded.ts';
import { openRaw } from '../raw-socket.ts';
import { cardCanary, cvvNeedles, keyNeedles } from './canaries.ts';
import { basic, type Cvvs, canaryDoors, type Door } from './canary-doors.ts';
import { workInOffice } from './canary-office.ts';
import { payAtPages } from './canary-pages.ts';
import { replaceCards } from './canary-replaced-card.ts';
import { allRows, searchFolder, searchFor } from './canary-search.ts';
import { type CapturedService, startCaptured } from './start-captured.ts';

/*
 * Marked numbers go through every door of a real service; then all that it wrote, kept or answered is
 * searched for them: rows, raw files of the database and its log (WAL), the bank's book, its output.
 *
 * Not looked for: account numbers, CVVs and keys that a caller writes into a free text or identifier of
 * its own. Nothing tells them from any other digits, and the caller is shown what it stored.
 *
 * A CVV has three or four digits, which any file may hold by chance. So those are taken that stood nowhere
 * before, as digits of their own; in texts, which the files of the log are too, not one may appear. In all other raw
 * files the four digits of American
 * Express must not appear twice: every door is passed twice with the same one, so a leak leaves two.
 */
const settings = {
  LOG_LEVEL: 'debug',
  PROCESSOR_TIMEOUT_MS: '300',
  RESOLVE_AFTER_SECONDS: '6',
  SIMULATOR_LATE_WINDOW_SECONDS: '1',
  WORKER_POLL_MS: '250',
};

test('card numbers, CVVs, account and social security numbers, passwords and keys are found nowhere afterwards', async (t) => {
  const folder = await scratch(t);
  const service = await startCaptured(t, folder, settings, { isFirst: true });
  const { dataFolder, apiKey, said } = service;
  const { db, leave } = await enter(t, dataFolder);

  const cvvs = await chooseCvvs(service, db);
  const { doors, canaries, needles } = canaryDoors(cvvs, service);
  const answers: string[] = [];
  for (const door of doors) answers.push(await pass(service, door));
  answers.push(await breakHttp(service, canaries[0]!.digits));
  const replaced = await replaceCards(service);
  const pages = await payAtPages(service, cvvs);
  const office = await workInOffice(service);
  await untilSettled(db);

  // What is looked for must be found where it was put: in a row, the files, the log and the output.
  const planted = cardCanary('planted');
  await db.query('create table planted (note text)');
  await db.query('insert into planted values ($1)', [`x${planted.digits}x`]);
  await writeFile(join(dataFolder, 'planted.txt'), Buffer.from(planted.digits).toString('base64'));

  const rows = await allRows(db);
  // The end of the database writes all of it to its files.
  await leave();
  await service.stop();

  const search = searchFor([
    ...needles,
    ...replaced.needles,
    ...pages.needles,
    ...office.needles,
    ...planted.marks,
    ...keyNeedles(apiKey),
  ]);
  const texts = [
    ...rows.map(({ table, text }) => ({ place: `table ${table}`, text })),
    ...said.stderr.split('\n').map((text) => ({ place: 'log', text })),
    { place: 'output', text: said.stdout },
    ...office.papers,
    ...answers.map((text, i) => ({ place: `answer to ${doors[i]?.name}`, text })),
    ...replaced.answers.map((text) => ({ place: 'answer to a card that is replaced', text })),
    ...pages.answers.map((text) => ({ place: 'page', text })),
  ];
  const finds = [
    ...texts.flatMap(({ place, text }) => search(place, text)),
    ...search('keys file', await readFile(service.keysFile)),
    ...(await searchFolder(search, dataFolder)),
  ];
  const seen = new Set(finds.map(({ label, place }) => `${label} in ${place}`));

  // Nothing is shown by an empty hand.
  assert.ok(rows.length > 300 && said.stderr.includes('"request.refused"'));
  for (const told of [
    /^applications /,
    /^audit_trail .*reason/,
    /^events .*application\.declined/,
  ]) {
    assert.ok(
      rows.some(({ table, text }) => told.test(`${table} ${text}`)),
      String(told),
    );
  }
  assert.ok(rows.some(({ table }) => table === 'jobs'));
  const found = (label: string, place: RegExp) =>
    finds.some((find) => find.label === label && place.test(find.place));
  for (const place of [/^table planted$/, /\/base\//, /\/pg_wal\//, /^planted.txt$/]) {
    assert.ok(found('planted', place), `what was planted is not found in ${place}`);
  }
  for (const find of seen) if (find.startsWith('planted in ')) seen.delete(find);
  // Kept for whoever starts it for the first time; printed on a terminal only, and this output is none.
  assert.ok(seen.delete('API key in first-start.json'), 'the API key is not in first-start.json');
  // Shown once to whoever chose it.
  for (const place of ['CreateNewBusiness', 'CreateNewMerchantAccount']) {
    assert.ok(seen.delete(`own key of ${place} in answer to ${place}`), place);
  }
  for (const label of ['key made', 'key rotated']) {
    assert.ok(seen.delete(`${label} in a command that makes a key`), label);
  }
  assert.deepEqual([...seen], []);

  const kept = await keptLog(dataFolder);
  assert.ok(kept.some(({ text }) => text.includes('"request.refused"')));
  const logged = service.said.stderr.split('\n').map(withoutNumbers);
  const others = texts.filter(({ place }) => place !== 'log');
  const told = [...others, ...logged, ...kept].filter(({ text }) =>
    Object.values(cvvs).some((cvv) => holds(text, cvv)),
  );
  assert.deepEqual(told, []);
  const raw = await searchFolder(searchFor(cvvNeedles(cvvs.four)), dataFolder, { but: 'log' });
  assert.ok(raw.length < 2, `the CVV is in ${raw.map(({ place }) => place)}`);
});

test('a number is found in every form', () => {
  const { digits, marks } = cardCanary('form');
  const search = searchFor(marks);
  const text = `{"CCNumber":"${digits}"}`;
  const number = Buffer.alloc(8);
  number.writeBigInt64LE(BigInt(digits));
  const forms: (string | Buffer)[] = [
    text,
    digits.match(/\d{4}/g)!.join(' '),
    `${digits.slice(0, 8)}****${digits.slice(12)}${digits.slice(4, 12)}`,
    Buffer.from(text).toString('hex'),
    ...['', 'x', 'xx'].map((before) => Buffer.from(before + text).toString('base64')),
    Buffer.concat([Buffer.from('a page'), number]),
    Buffer.from(digits, 'hex'),
  ];
  for (const form of forms) assert.ok(search('here', form).length > 0, String(form));
  const masked = `${digits.slice(0, 6)}******${digits.slice(-4)}`;
  assert.deepEqual(search('here', masked), []);
});

test('a CVV is told from other digits', () => {
  const search = searchFor(cvvNeedles('7391'));
  for (const text of ['7391', '"CVV":7391}', Buffer.from('7391').toString('hex')]) {
    assert.equal(search('here', text).length, 1, text);
  }
  for (const text of ['17391', '73910', '739 1']) assert.deepEqual(search('here', text), []);
  assert.ok(holds('(1,12:00:01.739+00,"739")', '739'));
  for (const text of ['(1,12:00:01.739+00)', 'card_x739y', '\\x00739a']) {
    assert.ok(!holds(text, '739'), text);
  }
});

async function enter(t: TestContext, dataFolder: string) {
  const server = await startEmbedded({ folder: join(dataFolder, 'postgres'), log: quiet });
  const db = connect(server.url, { size: 1, tenants: 'all' });
  let left: Promise<void> | undefined;
  const leave = () => {
    left ??= db.close().then(() => server.stop());
    return left;
  };
  t.after(leave);
  return { db, leave };
}

async function chooseCvvs({ said, dataFolder }: CapturedService, db: Database): Promise<Cvvs> {
  const rows = await allRows(db);
  const before = [said.stderr, said.stdout, ...rows.map(({ text }) => text)].join('\n');
  const isNew = (cvv: string) => !holds(before, cvv);
  const fours = ['7391', '8264', '6917', '9438', '5879'].filter(isNew);
  const finds = await searchFolder(searchFor(fours.flatMap(cvvNeedles)), dataFolder, {
    but: 'log',
  });
  const stood = new Set(finds.map(({ label }) => label));
  const four = fours.find((cvv) => !stood.has(`CVV ${cvv}`));
  const three = ['739', '826', '691', '943', '587'].find(isNew);
  assert.ok(four && three, 'every CVV stands somewhere already');
  return { four, three };
}

/** The lines of the log in the data folder. */
async function keptLog(dataFolder: string) {
  const text = await readFile(join(dataFolder, 'log/quittance.log'), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map(withoutNumbers);
}

/**
 * A line of the log. Moments and facts that are numbers, such as durations, ports and counts, may be any digits; every
 * other fact is looked at as it is, and so is a line that is none of the log.
 */
function withoutNumbers(line: string) {
  const place = 'log';
  if (!line.startsWith('{')) return { place, text: line };
  const facts = JSON.parse(line) as Record<string, unknown>;
  const told = Object.entries(facts).filter(
    ([name, fact]) => name !== 'at' && typeof fact !== 'number',
  );
  return { place, text: JSON.stringify(Object.fromEntries(told)) };
}

/** Digits of their own: not a part of a moment, of bytes or of an id, nor of a longer word. */
function holds(text: string, cvv: string): boolean {
  const plain = text
    .replace(/\d\d:\d\d:\d\d\.\d+/g, '')
    .replace(/\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, '');
  return new RegExp(`(?<![0-9A-Za-z_])${cvv}(?![0-9A-Za-z_])`).test(plain);
}

async function pass(service: CapturedService, door: Door): Promise<string> {
  const { port, username, apiKey } = service;
  const response = await fetch(`http://127.0.0.1:${port}${door.path}`, {
    method: door.method ?? 'POST',
    headers: {
      Authorization: `Basic ${basic(username, apiKey)}`,
      'Content-Type': 'application/json',
      ...door.headers,
    },
    ...(door.method !== 'GET' && { body: bodyOf(door) }),
  });
  const body = await response.text();
  assert.ok(door.statuses.includes(response.status), `${door.name}: ${response.status} ${body}`);
  // The number of bytes and the time of day may be any digits.
  const own = [...response.headers].filter(
    ([name]) => name !== 'content-length' && name !== 'date',
  );
  return `${JSON.stringify(own)}\n${body}`;
}

function bodyOf({ body }: Door): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

/** What Node refuses before there is a request. */
async function breakHttp({ port }: CapturedService, number: string): Promise<string> {
  const socket = openRaw(port);
  socket.send(`POST /?${number} HTTP/1.1\r\nHost: x\r\n${number}\r\n\r\n`);
  return await socket.rest();
}

/** Whoever looks after an outcome that was not known writes and logs too. */
async function untilSettled(db: Database): Promise<void> {
  const open = `select 1 from payments where state in ('processing', 'unknown')`;
  while ((await db.query(open)).length > 0) await delay(100);
}
