import { Secret } from '../../kernel/secret.ts';
import { heldRecord } from '../../payments/processor-tokens.ts';
import { countOpenings } from '../../payments/tokens/count-openings.ts';
import { numberField } from '../../payments/tokens/token.ts';
import { recordOpenings } from '../../records/audit-log.ts';
import type { OpenCase } from '../../records/case.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { rowsOf } from '../export.ts';
import { tokenStatement } from '../export-kinds.ts';
import { countNumbers } from './propose.ts';

export type Tally = { cards: number; accounts: number; unreadable: number };

/** Before the first number is opened: how many, for which key, and who agreed. */
export async function recordReading(
  world: World,
  approved: OpenCase,
  actor: string,
): Promise<void> {
  const { businessId, id, evidence } = approved;
  const facts = { case: String(id), fingerprint: evidence.fingerprint };
  const opening = {
    businessId,
    actor,
    object: `business:${businessId}`,
    reason: 'every number is exported, encrypted for a key',
    facts: { ...facts, ...(await countNumbers(world.db, businessId)) },
    at: world.now(),
  };
  await world.db.begin((tx) => recordOpenings(tx, [opening])); // committed
}

type Row = {
  readonly id: string;
  readonly kind: 'card' | 'bank';
  /** The account whose gateway alone has the number; the gateway's token goes out instead. */
  readonly processor: string | null;
};

/**
 * The rows of all cards and accounts with their numbers, in the form that an import takes. Each opening is counted, and
 * that is committed before the number is used.
 */
export async function* numberRows(
  world: World,
  tx: Sql,
  businessId: bigint,
  tally: Tally,
): AsyncIterable<readonly string[]> {
  for await (const lines of rowsOf(tx, tokenStatement, businessId)) {
    const rows = lines.map((line) => JSON.parse(line) as Row);
    const at = world.now();
    await countOpenings(
      world.db,
      rows.map(({ id: token }) => ({ businessId, token, at })),
    );
    const names = rows.map(({ id: token, kind, processor: account }) => {
      if (account !== null) return heldRecord({ businessId, token, account });
      return { businessId, owner: token, field: numberField[kind] };
    });
    const numbers = await world.vault.openMany(tx, names);
    yield rows.map((row, i) => {
      const opened = numbers[i];
      const isCard = row.kind === 'card';
      if (!(opened instanceof Secret)) tally.unreadable += 1;
      else if (isCard) tally.cards += 1;
      else tally.accounts += 1;
      const number = opened instanceof Secret ? opened.reveal() : null;
      return JSON.stringify({
        ...row,
        number: isCard && row.processor === null ? number : null,
        accountNumber: isCard ? null : number,
        processorToken: row.processor === null ? null : number,
      });
    });
  }
}
