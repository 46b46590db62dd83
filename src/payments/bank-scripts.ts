import { int4, int8, oneOf, optional, text, timestamptz } from '../runtime/column.ts';
import type { Database } from '../runtime/sql.ts';
import { table } from '../runtime/table.ts';
import { businessInReference, partsOfReference } from './payment.ts';

export const scriptedExchanges = ['charge', 'capture', 'void', 'refund', 'batch'] as const;
export type ScriptedExchange = (typeof scriptedExchanges)[number];

/** The scripted behaviour of the simulated bank in the next exchanges of a sandbox business. */
export const bankScripts = table('bank_scripts', {
  businessId: int8,
  id: int8,
  exchange: oneOf(scriptedExchanges),
  /** Only for the payment with this order number. */
  orderNumber: optional(text),
  /** The name of a behaviour of the simulated bank. */
  does: text,
  /** How often it is still to be done. */
  times: int4,
  createdAt: timestamptz,
});

/** How long a process may go without a new script. */
export const unscriptedMs = 1000;

type Asked = { readonly kind: ScriptedExchange; readonly reference: string };
/** Which businesses had scripts when the read began. */
type Owners = ReadonlySet<bigint>;
type Known = { readonly at: number; owners: Owners | Promise<Owners> };
type Reader = { readonly db: Database; readonly now: () => Date };

/**
 * Takes the script for an exchange, which then has one time less. The reference names the business, so a script is for
 * its own exchanges alone. The businesses with scripts are remembered: if there are none, a charge costs no statement
 * and waits for nothing.
 */
export function scriptReader({ db, now }: Reader) {
  let known: Known | undefined;

  return (asked: Asked): Promise<string | undefined> | undefined => {
    const businessId = businessInReference(asked.reference);
    if (businessId === undefined) return undefined;
    const owners = scripted();
    const mayHaveOne = owners instanceof Promise || owners.has(businessId);
    return mayHaveOne ? takeIfScripted(owners, businessId, asked) : undefined;
  };

  async function takeIfScripted(
    owners: Owners | Promise<Owners>,
    businessId: bigint,
    asked: Asked,
  ): Promise<string | undefined> {
    return (await owners).has(businessId) ? await takeScript(db, businessId, asked) : undefined;
  }

  /** All callers that come during a read await the same read; a failed read is not remembered. */
  function scripted(): Owners | Promise<Owners> {
    const at = now().getTime();
    if (known && Math.abs(at - known.at) < unscriptedMs) return known.owners;
    const begun: Known = { at, owners: readScripted(db) };
    known = begun;
    return begin(begun);
  }

  async function begin(begun: Known): Promise<Owners> {
    try {
      begun.owners = await begun.owners;
      return begun.owners;
    } catch (error) {
      if (known === begun) known = undefined;
      throw error;
    }
  }
}

const owners = bankScripts.pick('businessId');

/** Scope: all. */
async function readScripted(db: Database): Promise<Owners> {
  const rows = await owners.read(db, `select distinct ${owners.columns} from bank_scripts`, []);
  return new Set(rows.map(({ businessId }) => businessId));
}

async function takeScript(
  db: Database,
  businessId: bigint,
  { kind, reference }: Asked,
): Promise<string | undefined> {
  const paymentId = partsOfReference(reference)?.paymentId;
  return await db.begin(
    async (tx) => {
      // Locks all of them, so that a transaction that waited here sees the ones that are left. A script for the order
      // number comes first.
      const [first] = await bankScripts.read(
        tx,
        `select ${bankScripts.columns} from bank_scripts
         where business_id = $1 and exchange = $2 and (order_number is null or order_number =
           (select p.order_number from payments p where p.business_id = $1 and p.id = $3))
         order by order_number is null, id for update`,
        [businessId, kind, paymentId],
      );
      if (!first) return undefined;
      await tx.query(
        first.times > 1
          ? 'update bank_scripts set times = times - 1 where business_id = $1 and id = $2'
          : 'delete from bank_scripts where business_id = $1 and id = $2',
        [businessId, first.id],
      );
      return first.does;
    },
    [businessId],
  );
}
