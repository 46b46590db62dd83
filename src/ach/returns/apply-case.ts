import { openCase } from '../../records/case-store.ts';
import type { Evidence } from '../../records/evidence.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import type { Entry } from '../entry.ts';
import type { Arrival } from './apply-entry.ts';

/**
 * Opens a case about an entry, in the transaction that found the reason: a second reading of the file finds the entry
 * done and would open none. The case holds neither an account number nor a name; they are in the file.
 */
export async function openEntryCase(
  world: World,
  tx: Sql,
  { scope, fileId, fileName }: Arrival,
  entry: Entry,
  evidence: Evidence & { readonly why: readonly string[] },
): Promise<void> {
  await openCase(
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
        effectiveOn: entry.effectiveOn,
        presentment: entry.presentment,
        fileOf: String(scope),
        fileId: String(fileId),
        fileName,
      },
    },
    tx,
  );
}
