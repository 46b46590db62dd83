import { explain, runCommand } from './cli/index.ts';

try {
  process.exitCode = await runCommand(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`quittance: ${explain(error)}\n`);
  process.exitCode = 1;
}
