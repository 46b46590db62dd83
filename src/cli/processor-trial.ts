import { open } from 'node:fs/promises';
import type { Account } from '../payments/accounts/account.ts';
import { mostMinutes, tryAccount } from '../payments/accounts/try-account.ts';
import type { Conversation } from '../ports/processors/conversations.ts';
import type { World } from '../world.ts';
import { FileError, type Shell } from './command.ts';
import type { Output } from './data-command.ts';
import { table } from './layout.ts';

/** Runs the contract at the gateway of an account; the transcript has all exchanges, masked. */
export async function tryContract(
  world: World,
  account: Account,
  transcript: string | undefined,
  remark: Shell['remark'],
): Promise<Output> {
  const seconds = world.now().toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const path = transcript ?? `${account.name}-${seconds}.txt`;
  // Before anything is charged it is certain that it can be written.
  const file = await open(path, 'wx', 0o600).catch((fault: NodeJS.ErrnoException) => {
    throw new FileError(`cannot make ${path}: ${fault.code}`);
  });
  try {
    remark(`It takes ${mostMinutes} minutes at most, and undoes in the end what it charged.`);
    const pieces: string[] = [];
    const findings = await tryAccount(world, account, {
      said: (conversation) => pieces.push(pieceOf(conversation)),
      found: ({ subject }) => remark(`observed: ${subject}`),
    }).finally(async () => await file.writeFile(pieces.join('\n')));
    const rows = findings.map(({ agrees, ...one }) => ({ ...one, agrees: wordOf(agrees) }));
    const contradictions = findings.filter(({ agrees }) => agrees === false).length;
    const columns = {
      subject: 'subject',
      assumed: 'assumed',
      observed: 'observed',
      agrees: 'agrees',
    } as const;
    const text = `${table(columns, rows)}\n\n${sumOf(contradictions)} The transcript is in ${path}.`;
    const data = { findings: rows, contradictions, transcript: path };
    return { data, text, code: contradictions === 0 ? 0 : 1 };
  } finally {
    await file.close();
  }
}

function wordOf(agrees: boolean | undefined): string {
  if (agrees === undefined) return 'not observed';
  return agrees ? 'agrees' : 'contradicts';
}

function sumOf(contradictions: number): string {
  return contradictions === 0
    ? 'Nothing contradicts what is assumed.'
    : `${contradictions} contradict what is assumed: do not take payments there before it is understood.`;
}

function pieceOf({ at, kind, reference, request, answer, status, tookMs }: Conversation): string {
  const head = `${at.toISOString()} ${kind} ${reference}`.trimEnd();
  const end = `${status ?? 'no status'}, after ${tookMs} ms`;
  return `${head}\n${request}\n\n${end}\n${answer}\n`;
}
