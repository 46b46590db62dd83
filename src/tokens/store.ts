import { bytea, int2, int8, type RowOf, rowSet, text, timestamptz } from '../base/rows.ts';
import type { Sql } from '../base/sql.ts';
import type { Contact } from '../customers/customer.ts';
import { contactColumns, contactRows, findOrMake } from '../customers/find-or-make.ts';
import { recordColumns } from '../vault/vault.ts';
import type { NewToken, Token } from './token.ts';

/** The columns of a token that is being made; a payment that tokenizes writes them in its own statement. */
export const tokenColumns = {
  businessId: int8,
  token: text,
  kind: text,
  fingerprint: bytea,
  brand: text,
  first6: text,
  last4: text,
  expiryMonth: int2,
  expiryYear: int2,
  holder: text,
  address: text,
  postalCode: text,
  routingNumber: text,
  accountKind: text,
  accountHolder: text,
  createdAt: timestamptz,
};

export const tokenNames = `business_id, token, kind, fingerprint, brand, first6, last4, expiry_month,
    expiry_year, holder, address, postal_code, routing_number, account_kind, account_holder, created_at`;

const unset = {
  brand: undefined,
  first6: undefined,
  expiryMonth: undefined,
  expiryYear: undefined,
  routingNumber: undefined,
  accountKind: undefined,
  accountHolder: undefined,
};

export function tokenRow(token: Token): RowOf<typeof tokenColumns> {
  return { ...unset, ...token };
}

/** A token to be made by itself, with the customer it belongs to. */
export type TokenStart = {
  readonly id: bigint;
  readonly made: NewToken;
  readonly customerId: bigint | undefined;
  readonly contact: Contact;
  readonly idempotencyKey: string | undefined;
  readonly requestFingerprint: Buffer | undefined;
};

const inputs = rowSet({
  ...contactColumns,
  ...tokenColumns,
  idempotencyKey: text,
  requestFingerprint: bytea,
});
const records = rowSet({ token: text, ...recordColumns }, inputs.nextParameter);

/** Undefined: not made, because its Idempotency-Key was used before, or its customer was made just now. */
export async function makeTokens(
  sql: Sql,
  starts: readonly TokenStart[],
): Promise<({ customerId: bigint } | undefined)[]> {
  const contacts = contactRows(starts, ({ id, made, customerId, contact }) => ({
    businessId: made.token.businessId,
    id,
    customerId,
    contact,
    createdAt: made.token.createdAt,
  }));
  const rows = await sql.query<{ token: string; customer_id: bigint }>(
    `with input as (select * from ${inputs.sql}),
     ${findOrMake},
     made_tokens as (
       insert into tokens (${tokenNames}, state, customer_id, idempotency_key, request_fingerprint)
       select ${tokenNames}, 'active', owner_id, idempotency_key, request_fingerprint from owned
       on conflict do nothing
       returning business_id, token, customer_id
     ),
     sealed as (
       insert into vault_records (business_id, owner, field, key_version, sealed)
       select business_id, owner, field, key_version, sealed from (select * from ${records.sql}) v
       where ((business_id, token) in (select business_id, token from made_tokens)) is true
     )
     select token, customer_id from made_tokens`,
    [
      ...inputs.encode(
        starts.map((start, i) => ({
          ...contacts[i]!,
          ...tokenRow(start.made.token),
          idempotencyKey: start.idempotencyKey,
          requestFingerprint: start.requestFingerprint,
        })),
      ),
      ...records.encode(starts.map(({ made }) => ({ token: made.token.token, ...made.record }))),
    ],
  );
  const customers = new Map(rows.map((row) => [row.token, row.customer_id]));
  return starts.map(({ made }) => {
    const customerId = customers.get(made.token.token);
    return customerId === undefined ? undefined : { customerId };
  });
}

export type StoredToken = {
  readonly token: Token;
  /** May not be charged any more. */
  readonly isDisabled: boolean;
  readonly customerId: bigint;
  readonly requestFingerprint: Buffer | undefined;
};

const wanted = rowSet({ businessId: int8, token: text });

/** Those that there are among the asked for; the token of another business does not exist. */
export async function readTokens(
  sql: Sql,
  keys: readonly { businessId: bigint; token: string }[],
): Promise<(StoredToken | undefined)[]> {
  const rows = await sql.query<TokenRecord>(
    `select t.* from ${wanted.sql} join tokens t using (business_id, token)
     where t.state in ('active', 'disabled')`,
    wanted.encode(keys),
  );
  const found = new Map(rows.map((row) => [`${row.business_id} ${row.token}`, toToken(row)]));
  return keys.map(({ businessId, token }) => found.get(`${businessId} ${token}`));
}

/** Newest first, without those that a payment has yet to make. */
export async function tokensOfCustomer(
  sql: Sql,
  { businessId, id, most }: { businessId: bigint; id: bigint; most: number },
): Promise<StoredToken[]> {
  const rows = await sql.query<TokenRecord>(
    `select * from tokens
     where business_id = $1 and customer_id = $2 and state in ('active', 'disabled')
     order by created_at desc, token limit $3`,
    [businessId, id, most],
  );
  return rows.map(toToken);
}

/** As it is now, and as it stays until the transaction ends. */
export async function lockToken(
  tx: Sql,
  businessId: bigint,
  token: string,
): Promise<StoredToken | undefined> {
  const rows = await tx.query<TokenRecord>(
    `select * from tokens
     where business_id = $1 and token = $2 and state in ('active', 'disabled') for update`,
    [businessId, token],
  );
  return rows[0] && toToken(rows[0]);
}

/** Of a card: everything that may be another behind the same token. */
export async function writeCardFacts(tx: Sql, card: Token & { kind: 'card' }): Promise<void> {
  await tx.query(
    `update tokens set fingerprint = $3, brand = $4, first6 = $5, last4 = $6, expiry_month = $7,
       expiry_year = $8, holder = $9, address = $10, postal_code = $11
     where business_id = $1 and token = $2`,
    [
      card.businessId,
      card.token,
      card.fingerprint,
      card.brand,
      card.first6,
      card.last4,
      card.expiryMonth,
      card.expiryYear,
      card.holder,
      card.address,
      card.postalCode,
    ],
  );
}

export async function readTokenByKey(
  sql: Sql,
  businessId: bigint,
  idempotencyKey: string,
): Promise<StoredToken | undefined> {
  const rows = await sql.query<TokenRecord>(
    'select * from tokens where business_id = $1 and idempotency_key = $2',
    [businessId, idempotencyKey],
  );
  return rows[0] && toToken(rows[0]);
}

export async function forgetTokenKey(sql: Sql, businessId: bigint, key: string): Promise<void> {
  await sql.query(
    `update tokens set idempotency_key = null, request_fingerprint = null
     where business_id = $1 and idempotency_key = $2`,
    [businessId, key],
  );
}

type TokenRecord = {
  business_id: bigint;
  token: string;
  state: 'active' | 'disabled';
  kind: 'card' | 'bank';
  customer_id: bigint;
  fingerprint: Buffer;
  brand: string;
  first6: string;
  last4: string;
  expiry_month: number;
  expiry_year: number;
  holder: string;
  address: string;
  postal_code: string;
  routing_number: string;
  account_kind: 'checking' | 'savings';
  account_holder: 'personal' | 'business';
  request_fingerprint: Buffer | null;
  created_at: Date;
};

function toToken(row: TokenRecord): StoredToken {
  const common = {
    businessId: row.business_id,
    token: row.token,
    fingerprint: row.fingerprint,
    last4: row.last4,
    holder: row.holder,
    address: row.address,
    postalCode: row.postal_code,
    createdAt: row.created_at,
  };
  return {
    customerId: row.customer_id,
    isDisabled: row.state === 'disabled',
    requestFingerprint: row.request_fingerprint ?? undefined,
    token:
      row.kind === 'card'
        ? {
            ...common,
            kind: 'card',
            brand: row.brand,
            first6: row.first6,
            expiryMonth: row.expiry_month,
            expiryYear: row.expiry_year,
          }
        : {
            ...common,
            kind: 'bank',
            routingNumber: row.routing_number,
            accountKind: row.account_kind,
            accountHolder: row.account_holder,
          },
  };
}
