import type { FingerprintedRows } from '../../ports/vault/rotate-named.ts';
import { bytea, int8, text } from '../../runtime/column.ts';
import { rowSet, shape } from '../../runtime/table.ts';
import { tokens } from './store.ts';
import { numberField, unknownBank } from './token.ts';

const changes = rowSet({ businessId: int8, owner: text, fingerprint: bytea, next: bytea });

const counted = shape({ rows: int8 });
const fingerprinted = tokens.pick('businessId', 'token', 'kind', 'fingerprint', 'routingNumber');

/**
 * Condition: the number behind this token is here. It was not forgotten, since a fingerprint has more than its version,
 * and it is not one that a gateway alone has.
 */
export const isRemembered = (alias = '') =>
  `octet_length(${alias}fingerprint) > 1 and ${alias}first6 is distinct from '${unknownBank}'`;

/** The fingerprints of tokens, for the rotation of the key that makes them. */
export const tokenFingerprints: FingerprintedRows = {
  async count(sql, version) {
    const { rows } = await counted.readRow(
      sql,
      `select count(*) as rows from tokens where get_byte(fingerprint, 0) <> $1 and ${isRemembered()}`,
      [version],
    );
    return Number(rows);
  },

  async list(sql, { version, after, limit }) {
    const rows = await fingerprinted.read(
      sql,
      `select ${fingerprinted.columns} from tokens
       where get_byte(fingerprint, 0) <> $1 and ${isRemembered()} and (business_id, token) > ($2, $3)
       order by business_id, token limit $4`,
      [version, after?.businessId ?? 0n, after?.owner ?? '', limit],
    );
    return rows.map(({ businessId, token: owner, kind, fingerprint, routingNumber: context }) => ({
      ...{ businessId, owner, field: numberField[kind], fingerprint },
      ...(context !== undefined && { context }),
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
