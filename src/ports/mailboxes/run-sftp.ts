import { spawn } from 'node:child_process';
import { MailboxFault } from './mailbox.ts';

/** The server, its host key, and our login. */
export type SftpPlace = {
  readonly user: string;
  readonly host: string;
  readonly port: number;
  /** Without a slash at its end. */
  readonly folder: string;
  readonly keyFile: string;
  readonly knownHostsFile: string;
};

/** The server was reached and an instruction failed; the message contains no secret. */
export class SftpRefusal extends MailboxFault {}

const program = 'sftp';
const timeoutMs = 60_000;

/**
 * Runs instructions in one connection; the first failure ends it. No shell is involved, no password is asked for, and
 * no settings of the user apply.
 */
export async function runSftp(place: SftpPlace, commands: readonly string[]): Promise<string[]> {
  const child = spawn(program, argumentsFor(place), {
    // Not our environment: it contains secrets.
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['pipe', 'pipe', 'pipe'],
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (piece: string) => {
    said.out += piece;
  });
  child.stderr.setEncoding('utf8').on('data', (piece: string) => {
    said.err += piece;
  });
  const { promise: end, resolve, reject } = Promise.withResolvers<number | string>();
  child.on('error', (fault: NodeJS.ErrnoException) => {
    const missing = 'the program sftp is missing: install the OpenSSH client';
    reject(fault.code === 'ENOENT' ? new MailboxFault(missing) : fault);
  });
  child.on('close', (code, signal) => resolve(code ?? signal ?? 'unknown'));
  // The program may end before it has read everything; then its own message counts.
  child.stdin.on('error', () => {});
  child.stdin.end(`${commands.join('\n')}\n`);
  judge(await end, said.err);
  return said.out.split('\n').filter((line) => line !== '' && !line.startsWith('sftp> '));
}

function argumentsFor({ user, host, port, keyFile, knownHostsFile }: SftpPlace): string[] {
  const options = [
    'BatchMode=yes',
    'StrictHostKeyChecking=yes',
    `UserKnownHostsFile="${knownHostsFile}"`,
    'GlobalKnownHostsFile=/dev/null',
    'UpdateHostKeys=no',
    'IdentitiesOnly=yes',
    'IdentityAgent=none',
    'PreferredAuthentications=publickey',
    'PasswordAuthentication=no',
    'KbdInteractiveAuthentication=no',
    'ConnectTimeout=15',
    'ServerAliveInterval=10',
    'ServerAliveCountMax=3',
    'LogLevel=ERROR',
  ];
  const settings = options.flatMap((option) => ['-o', option]);
  const target = `${user}@${host.includes(':') ? `[${host}]` : host}`;
  return ['-F', '/dev/null', '-b', '-', ...settings, '-i', keyFile, '-P', `${port}`, target];
}

function judge(end: number | string, errors: string): void {
  if (end === 0) return;
  if (end === 'SIGKILL') throw new MailboxFault("the bank's server did not answer in time");
  const lines = errors.split('\n').filter((line) => !/^(?:Connection closed)?\.?\s*$/.test(line));
  const last = lines.at(-1)?.trim().slice(0, 300) ?? 'the connection was closed';
  // 255: ssh itself failed, so nothing was done.
  if (end === 255) throw new MailboxFault(`the bank's server cannot be reached: ${last}`);
  throw new SftpRefusal(`the bank's server did not do as it was told: ${last}`);
}
