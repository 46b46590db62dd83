import { bytea, int8, rowSet, text } from '../base/rows.ts';
import type { FingerprintedRows } from '../vault/rotate-fingerprint.ts';
import { numberField } from './token.ts';

const changes = rowSet({ businessId: int8, owner: text, fingerprint: bytea, next: bytea });

/** The fingerprints of tokens, for the rotation of the key that makes them. */
export const tokenFingerprints: FingerprintedRows = {
  async list(sql, { version, after, limit }) {
    const rows = await sql.query<{
      business_id: bigint;
      token: string;
      kind: 'card' | 'bank';
      fingerprint: Buffer;
      routing_number: string | null;
    }>(
      `select business_id, token, kind, fingerprint, routing_number from tokens
       where get_byte(fingerprint, 0) <> $1 and (business_id, token) > ($2, $3)
       order by business_id, token limit $4`,
      [version, after?.businessId ?? 0n, after?.owner ?? '', limit],
    );
    return rows.map((row) => ({
      businessId: row.business_id,
      owner: row.token,
      field: numberField[row.kind],
      fingerprint: row.fingerprint,
      ...(row.routing_number !== null && { context: row.routing_number }),
    }));
  },

  async replace(sql, rows) {
    const changed = await sql.query(
      `update tokens t set fingerprint = r.next from ${changes.sql}
       where t.business_id = r.business_id and t.token = r.owner and t.fingerprint = r.fingerprint
       returning t.token`,
      changes.encode(rows),
    );
    return changed.length;
  },
};
