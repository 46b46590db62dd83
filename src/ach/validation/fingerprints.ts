import { numberField } from '../../payments/tokens/token.ts';
import type { FingerprintedRows } from '../../ports/vault/rotate-named.ts';
import { bytea, int8, text } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { rowSet, shape } from '../../runtime/table.ts';
import { live, type Validation, validations } from './validation.ts';

const changes = rowSet({ businessId: int8, owner: text, fingerprint: bytea, next: bytea });
const counted = shape({ rows: int8 });
const fingerprinted = validations.pick('businessId', 'numberOwner', 'fingerprint', 'routingNumber');

/**
 * The fingerprints of validations, for the rotation of the key that makes them. Only rows that hold or may hold: the
 * number of an older one may have been corrected since.
 */
export const validationFingerprints: FingerprintedRows = {
  async count(sql, version) {
    const { rows } = await counted.readRow(
      sql,
      `select count(*) as rows from account_validations
       where get_byte(fingerprint, 0) <> $1 and state in ${live}`,
      [version],
    );
    return Number(rows);
  },

  async list(sql, { version, after, limit }) {
    const rows = await fingerprinted.read(
      sql,
      `select distinct on (business_id, number_owner) ${fingerprinted.columns} from account_validations
       where get_byte(fingerprint, 0) <> $1 and (business_id, number_owner) > ($2, $3) and state in ${live}
       order by business_id, number_owner limit $4`,
      [version, after?.businessId ?? 0n, after?.owner ?? '', limit],
    );
    return rows.map(({ businessId, numberOwner: owner, fingerprint, routingNumber: context }) => ({
      ...{ businessId, owner, field: numberField.bank, fingerprint, context },
    }));
  },

  async replace(sql, rows) {
    const changed = await sql.query(
      `update account_validations v set fingerprint = r.next from ${changes.sql}
       where v.business_id = r.business_id and v.number_owner = r.owner and v.fingerprint = r.fingerprint
         and v.state in ${live} and not exists (
           select from account_validations o
           where o.business_id = v.business_id and o.fingerprint = r.next and o.state in ${live})
       returning v.id`,
      changes.encode(rows),
    );
    return changed.length;
  },
};

/** A bank corrected an account: its correction is better evidence than any test, so the validation goes with it. */
export async function correctValidation(
  tx: Sql,
  owner: Pick<Validation, 'businessId' | 'numberOwner'>,
  {
    fingerprint,
    routingNumber,
    last4,
  }: Pick<Validation, 'fingerprint' | 'routingNumber' | 'last4'>,
): Promise<void> {
  await tx.query(
    `update account_validations v set fingerprint = $3, routing_number = $4, last4 = $5
     where v.business_id = $1 and v.number_owner = $2 and v.state in ${live} and not exists (
       select from account_validations o
       where o.business_id = $1 and o.fingerprint = $3 and o.state in ${live} and o.id <> v.id)`,
    [owner.businessId, owner.numberOwner, fingerprint, routingNumber, last4],
  );
}
