import { remark } from './cli/command.ts';
import { runCommandLine } from './cli/run.ts';

let isLost = false;

// A payment service does not end because the reader of its output went away. Any other failure to write is an error: the
// output may have contained a new key.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || isLost) return;
  isLost = true;
  process.exitCode = 1;
  remark(`quittance: the answer could not be written (${code}): whatever was done is done`);
});
process.stderr.on('error', () => {});

const code = await runCommandLine(process.argv.slice(2));
process.exitCode = isLost ? 1 : code;
