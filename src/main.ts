import { exitCodeOf, explain, runCommand } from './cli/index.ts';

// Whoever read our output may go away; a payment service does not end for that.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

try {
  process.exitCode = await runCommand(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`quittance: ${explain(error)}\n`);
  process.exitCode = exitCodeOf(error);
}
