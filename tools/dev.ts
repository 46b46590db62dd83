import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createServer, type ProxyOptions } from 'vite';
import { mayColor, parseLogLine, readableLine } from '../src/cli/readable-log.ts';
import { root } from './run-tests.ts';

/*
 * `npm run dev`: the service, started again when a file that it loaded changes, and the portal, whose changes show as
 * they are saved. Its data stays in the data folder, and its log is written as lines for people.
 */
const child = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', join(root, 'src/main.ts'), 'all'],
  {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/quittance') },
    stdio: ['ignore', 'inherit', 'pipe'],
  },
);

/** The screens come from Vite, everything else from the service. */
const service: ProxyOptions = {
  target: `http://127.0.0.1:${process.env.PORT ?? 8080}`,
  bypass({ url, headers }) {
    const isScreen = headers.accept?.includes('text/html') && /^\/(?:$|\?|b\/)/.test(url!);
    return isScreen ? '/portal/index.html' : undefined;
  },
};
const portal = await createServer({
  configFile: join(root, 'portal/vite.config.ts'),
  server: { host: '127.0.0.1', proxy: { '^/(?!portal/)': service } },
  clearScreen: false,
});
await portal.listen();
console.log(`The portal, as it is edited: http://127.0.0.1:${portal.config.server.port}/`);

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.once('exit', async (code) => {
  process.exitCode = code ?? 1;
  await portal.close();
});
createInterface({ input: child.stderr }).on('line', (line) => {
  const entry = parseLogLine(line);
  process.stderr.write(
    `${entry ? readableLine(entry, mayColor(process.stderr, process.env)) : line}\n`,
  );
});
