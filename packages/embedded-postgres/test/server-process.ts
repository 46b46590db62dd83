import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { startEmbedded } from '../src/index.ts';
import { program } from './fixture.ts';

/**
 * `node server-process.ts FOLDER`: a process with an embedded database, to be killed. Each line of
 * output is an event. It stops at the end of its input.
 */
const [folder, ...flags] = process.argv.slice(2);
const say = (event: string, facts: object = {}) =>
  process.stdout.write(`${JSON.stringify({ event, ...facts })}\n`);
const log = { info: say, warn: say, error: say };

// As in a restarted container: the pid of the last server is now that of a thread of this process.
if (flags.includes('--stale-thread')) {
  const thread = readdirSync('/proc/self/task').at(-1);
  const lines = [thread, '/gone', '1', '5432', '', '', '', 'ready'];
  writeFileSync(join(folder!, 'cluster/postmaster.pid'), `${lines.join('\n')}\n`);
}

try {
  const server = await startEmbedded({ folder: folder!, program, log, patienceSeconds: 20 });
  say('up', { url: server.url, owned: server.owned });
  process.stdin.resume();
  process.stdin.once('end', async () => {
    await server.stop();
    say('stopped');
  });
} catch (error) {
  say('failed', { message: (error as Error).message });
  process.exitCode = 1;
}
