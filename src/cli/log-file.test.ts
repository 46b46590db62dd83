import assert from 'node:assert/strict';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import { logFilesOf, openLogFile } from './log-file.ts';

const never = (error: Error) => assert.fail(error);

test('lines are appended to a file that its owner alone reads', async (t) => {
  const dataFolder = await scratch(t);
  const append = openLogFile({ dataFolder, mostBytes: 1e6, failed: never });
  append('a\n');
  append('b\n');
  openLogFile({ dataFolder, mostBytes: 1e6, failed: never })('c\n');
  const [file] = logFilesOf(dataFolder);
  assert.equal(await readFile(file!, 'utf8'), 'a\nb\nc\n');
  assert.equal((await stat(file!)).mode & 0o777, 0o600);
  assert.equal((await stat(join(dataFolder, 'log'))).mode & 0o777, 0o700);
});

test('five files are kept, none is much longer than its share, and two processes lose no line', async (t) => {
  const dataFolder = await scratch(t);
  const mostBytes = 50_000;
  const options = { dataFolder, mostBytes, failed: never };
  const processes = [openLogFile(options), openLogFile(options)];
  const lines = Array.from({ length: 2000 }, (_, i) => `${i} ${'x'.repeat(95)}\n`);
  for (const [i, line] of lines.entries()) processes[i % 2]!(line);
  const names = (await readdir(join(dataFolder, 'log'))).sort();
  assert.deepEqual(
    names,
    logFilesOf(dataFolder).map((file) => file.split('/').at(-1)),
  );
  const texts = await Promise.all(logFilesOf(dataFolder).map((file) => readFile(file, 'utf8')));
  for (const text of texts) assert.ok(text.length < 2 * (mostBytes / 5));
  const kept = texts.join('').split('\n').map(Number.parseFloat).filter(Number.isFinite);
  const sorted = kept.sort((a, b) => a - b);
  assert.equal(sorted.at(-1), lines.length - 1);
  assert.equal(new Set(sorted).size, sorted.length);
  // What is kept is the end of the log, without a gap.
  assert.equal(sorted.length, lines.length - sorted[0]!);
});

test('a log that cannot be written stops nothing, is told once, and goes on when it can be', async (t) => {
  const dataFolder = await scratch(t);
  await writeFile(join(dataFolder, 'log'), 'in the way');
  const told: string[] = [];
  const append = openLogFile({
    dataFolder,
    mostBytes: 1e6,
    failed: (error, file) => told.push(`${(error as NodeJS.ErrnoException).code} ${file}`),
  });
  append('a\n');
  append('b\n');
  const [file] = logFilesOf(dataFolder);
  assert.equal(told.length, 1);
  assert.match(told[0]!, /^(?:EEXIST|ENOTDIR) /);
  await rm(join(dataFolder, 'log'));
  await mkdir(join(dataFolder, 'log'));
  append('c\n');
  assert.equal(await readFile(file!, 'utf8'), 'c\n');
  assert.equal(told.length, 1);
});
