import { exitCodeOf, explain, runCommand } from './cli/index.ts';

let isLost = false;

// Whoever read our output may go away; a payment service does not end for that. But an answer that could not be
// written is not an answer, and who waits for a key in it must hear so.
process.stdout.on('error', ({ code }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE' || isLost) return;
  isLost = true;
  process.exitCode = 1;
  tell(`the answer could not be written (${code}): whatever was done is done`);
});
process.stderr.on('error', () => {});

try {
  const code = await runCommand(process.argv.slice(2));
  process.exitCode = isLost ? 1 : code;
} catch (error) {
  tell(explain(error));
  process.exitCode = exitCodeOf(error);
}

function tell(sentence: string): void {
  process.stderr.write(`quittance: ${sentence}\n`);
}
