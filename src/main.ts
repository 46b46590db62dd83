import { setFlagsFromString } from 'node:v8';
import { say } from './cli/command.ts';
import { runCommandLine } from './cli/run.ts';

// Garbage is collected when half as much was kept as lives: usually V8 waits for three times as much, which a busy
// service would hold and never need.
setFlagsFromString('--heap-growing-percent=50');

let isLost = false;

// A payment service does not end because the reader of its output went away. Any other failure to write is an error: the
// output may have contained a new key.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || isLost) return;
  isLost = true;
  process.exitCode = 1;
  const lost = `the answer could not be written (${code}): whatever was done is done`;
  say(process.stderr, `quittance: ${lost}`);
});
process.stderr.on('error', () => {});

const code = await runCommandLine(process.argv.slice(2), {
  out: process.stdout,
  err: process.stderr,
  input: () => process.stdin,
  env: process.env,
});
process.exitCode = isLost ? 1 : code;
