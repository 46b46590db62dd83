import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';

/** A line of a log, and a data folder with a log of two files. */
export function line(second: number, level: string, event: string, facts = {}): string {
  return `${JSON.stringify({ at: `2030-01-01T10:00:0${second}.000Z`, level, event, ...facts })}\n`;
}

export async function logged(t: TestContext) {
  const folder = await scratch(t);
  await mkdir(join(folder, 'log'));
  const file = join(folder, 'log/quittance.log');
  await writeFile(
    `${file}.1`,
    line(0, 'info', 'server.listening') +
      line(1, 'debug', 'request.answered') +
      line(2, 'info', 'request.refused', { requestId: 'r-1' }),
  );
  await writeFile(
    file,
    line(3, 'warn', 'carrier.failing') +
      line(4, 'info', 'request.refused', { requestId: 'r-2' }) +
      'no line of the log\n' +
      line(5, 'error', 'worker.failed', { message: 'out of luck' }) +
      line(6, 'info', 'server.listening', { status: 200 }) +
      '{"at":"half a li',
  );
  return { file, env: { QUITTANCE_DATA: folder } };
}
