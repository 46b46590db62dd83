import type { Sql } from '../base/sql.ts';
import { openQuestion } from '../questions/question.ts';
import type { World } from '../world.ts';
import type { Arrival } from './apply-entry.ts';
import type { Entry } from './entry.ts';

/**
 * Puts an entry before a person, in the transaction that found the reason: whoever reads the file again finds
 * the entry done and would not ask. Neither a number nor a name is told; they stand in the file.
 */
export async function askAboutEntry(
  world: World,
  tx: Sql,
  { scope, fileId, fileName }: Arrival,
  entry: Entry,
  evidence: Readonly<Record<string, unknown>> & { readonly why: readonly string[] },
): Promise<void> {
  await openQuestion(
    world,
    {
      businessId: entry.businessId,
      kind: 'ach_return',
      object: { kind: 'ach_entry', id: entry.id },
      evidence: {
        ...evidence,
        entry: entry.kind,
        wasState: entry.state,
        amountCents: String(entry.amountCents),
        paymentId: entry.paymentId?.toString(),
        traceNumber: entry.traceNumber,
        effectiveOn: entry.effectiveOn?.toString(),
        presentment: entry.presentment,
        fileOf: String(scope),
        fileId: String(fileId),
        fileName,
      },
    },
    tx,
  );
}
