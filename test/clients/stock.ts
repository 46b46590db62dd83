import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import type { BindingName } from '../asmx/bindings.ts';

type Command = readonly [program: string, ...args: string[]];

/** A SOAP client that nobody here wrote, in a process of its own. */
export type StockClient = {
  readonly name: string;
  readonly bindings: readonly BindingName[];
  /** Does a Job. */
  readonly command: Command;
  /** Runs a script of its language that comes on stdin. */
  readonly interpreter: Command;
  /** Where it is not installed, what is skipped. */
  readonly missing: string | false;
};

/** What goes to a client's stdin: credentials stand in it, and command lines are for all to see. */
export type Job = {
  readonly wsdl: string;
  readonly binding: BindingName;
  readonly calls: readonly StockCall[];
};
export type StockCall = {
  readonly operation: string;
  readonly values: Readonly<Record<string, string | boolean>>;
};

/** How a client understood the description: each operation's parameters with their types. */
export type Understood = { readonly operations: Readonly<Record<string, Record<string, string>>> };
/** What a call gave, in the client's own shape. */
export type StockAnswer =
  | { readonly result: unknown; readonly fault?: undefined }
  | { readonly fault: { readonly code: string; readonly text: string } };

const root = join(import.meta.dirname, '../..');
const python = ['/usr/bin/python3', 'python3'].find((place) => runs(place, '-c', 'import zeep'));
const hasPhp = runs('php', '-r', 'exit(class_exists("SoapClient") ? 0 : 1);');

/** The clients, by the language that the examples on the page about them are marked with. */
export const stockClients: Readonly<Record<'js' | 'php' | 'python', StockClient>> = {
  js: {
    name: 'npm soap',
    bindings: ['SOAP 1.1', 'SOAP 1.2'],
    command: [process.execPath, join(import.meta.dirname, 'npm-soap-process.ts')],
    interpreter: [process.execPath, '--input-type=module', '-'],
    missing: false,
  },
  php: {
    name: 'PHP SoapClient',
    bindings: ['SOAP 1.1', 'SOAP 1.2'],
    command: ['php', join(import.meta.dirname, 'php-soap-client.php')],
    interpreter: ['php'],
    missing: !hasPhp && skipped('PHP SoapClient', 'php-cli php-soap'),
  },
  python: {
    name: 'Python zeep',
    bindings: ['SOAP 1.1', 'SOAP 1.2', 'HTTP GET', 'HTTP POST'],
    command: [python ?? 'python3', join(import.meta.dirname, 'python-zeep.py')],
    interpreter: [python ?? 'python3', '-'],
    missing: !python && skipped('Python zeep', 'python3-zeep'),
  },
};

/** Reads the description and makes the calls, one after the other. */
export async function doJob(
  { name, command }: StockClient,
  job: Job,
): Promise<{ understood: Understood; answers: StockAnswer[] }> {
  const output = await run(command, JSON.stringify(job));
  const [understood, ...answers] = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  if (answers.length === job.calls.length) return { understood, answers };
  throw new Error(`${name} answered ${answers.length} of ${job.calls.length} calls`);
}

/** What a program writes for this input; rejects with what it complained of when it fails. */
export async function run(
  [program, ...args]: Command,
  input: string,
  settings: Readonly<Record<string, string>> = {},
): Promise<string> {
  const child = spawn(program, args, {
    cwd: root,
    // Nothing of a proxy, which would be asked for addresses of this machine.
    env: { PATH: process.env.PATH, LANG: 'C.UTF-8', ...settings },
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (piece: string) => {
      output[name] += piece;
    });
  }
  // Whoever ends before it has read all says why on stderr.
  child.stdin.on('error', () => {}).end(input);
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code, signal) => {
      if (code === 0) resolve(output.stdout);
      else reject(new Error(`${program}: ${signal ?? code}\n${output.stderr}${output.stdout}`));
    });
  });
}

/** True if it ends well. */
export function runs(program: string, ...args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0;
}

/** True if it ends well and writes only that. */
export function prints(text: string, program: string, ...args: string[]): boolean {
  const { status, stdout } = spawnSync(program, args, { encoding: 'utf8' });
  return status === 0 && stdout.trim() === text;
}

export function skipped(what: string, packages: string, by = 'apt-get install'): string {
  return `SKIPPED: ${what} is not here (${by} ${packages})`;
}
