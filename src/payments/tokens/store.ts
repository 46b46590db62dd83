import { accountKinds } from '../../kernel/bank-account.ts';
import type { Contact } from '../../parties/customers/customer.ts';
import { contactColumns, contactRows, findOrMake } from '../../parties/customers/find-or-make.ts';
import { recordColumns } from '../../ports/vault/vault.ts';
import { bytea, int2, int8, oneOf, optional, text, timestamptz } from '../../runtime/column.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, rowSet, table } from '../../runtime/table.ts';
import { type NewToken, type Token, unknownBank } from './token.ts';

export const tokens = table('tokens', {
  businessId: int8,
  token: text,
  kind: oneOf(['card', 'bank']),
  /** `pending`: made by a payment whose outcome is not known yet. */
  state: oneOf(['pending', 'active', 'disabled']),
  customerId: int8,
  fingerprint: bytea,
  brand: optional(text),
  first6: optional(text),
  last4: text,
  expiryMonth: optional(int2),
  expiryYear: optional(int2),
  holder: text,
  address: text,
  postalCode: text,
  routingNumber: optional(text),
  accountKind: optional(oneOf(accountKinds)),
  accountHolder: optional(oneOf(['personal', 'business'])),
  idempotencyKey: optional(text),
  requestFingerprint: optional(bytea),
  createdAt: timestamptz,
  prenotedAt: optional(timestamptz),
  /** The name of the charge with which the card was stored, and the processor that gave it. */
  networkTransactionId: optional(text),
  networkTransactionOf: optional(text),
  /** The amount that charge authorized, if it was stored. */
  networkTransactionCents: optional(int8),
});

/** The columns that are known before the customer is; a payment that tokenizes writes them in its own statement. */
export const newTokens = tokens.omit(
  'state',
  'customerId',
  'idempotencyKey',
  'requestFingerprint',
  'prenotedAt',
  'networkTransactionId',
  'networkTransactionOf',
  'networkTransactionCents',
);

/** A token that is made without a payment, and its customer. */
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
  ...newTokens.fields,
  idempotencyKey: text,
  requestFingerprint: bytea,
});
const madeTokens = tokens.pick('token', 'customerId');
const records = rowSet({ token: text, ...recordColumns }, inputs.nextParameter);

/** Undefined: not made, because its idempotency key was used before, or a concurrent request made its customer. */
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
  const rows = await madeTokens.read(
    sql,
    `with input as (select * from ${inputs.sql}),
     ${findOrMake},
     made_tokens as (
       insert into tokens (${newTokens.names}, state, customer_id, idempotency_key, request_fingerprint)
       select ${newTokens.names}, 'active', owner_id, idempotency_key, request_fingerprint from owned
       on conflict do nothing
       returning business_id, token, customer_id
     ),
     sealed as (
       insert into vault_records (business_id, owner, field, key_version, sealed)
       select business_id, owner, field, key_version, sealed from (select * from ${records.sql}) v
       where ((business_id, token) in (select business_id, token from made_tokens)) is true
     )
     select ${madeTokens.columns} from made_tokens`,
    [
      ...inputs.encode(
        starts.map((start, i) => ({
          ...contacts[i]!,
          ...start.made.token,
          idempotencyKey: start.idempotencyKey,
          requestFingerprint: start.requestFingerprint,
        })),
      ),
      ...records.encode(starts.map(({ made }) => ({ token: made.token.token, ...made.record }))),
    ],
  );
  const customers = new Map(rows.map((row) => [row.token, row.customerId]));
  return starts.map(({ made }) => {
    const customerId = customers.get(made.token.token);
    return customerId === undefined ? undefined : { customerId };
  });
}

export type StoredToken = {
  readonly token: Token;
  /** Disables the token. */
  readonly isDisabled: boolean;
  readonly customerId: bigint;
  readonly requestFingerprint: Buffer | undefined;
  readonly storedWith: StoredWith | undefined;
};

/** The charge with which a card was stored: its name there, for later charges at the same processor, and its amount. */
export type StoredWith = {
  readonly networkTransactionId: string;
  readonly processor: string;
  readonly cents: bigint | undefined;
};

const wanted = rowSet({ businessId: int8, token: text });

/** The requested tokens that exist; undefined for a token of another business. */
export async function readTokens(
  sql: Sql,
  keys: readonly { businessId: bigint; token: string }[],
): Promise<(StoredToken | undefined)[]> {
  const rows = await tokens.read(
    sql,
    `select ${tokens.of('t')} from ${wanted.sql} join tokens t using (business_id, token)
     where t.state in ('active', 'disabled')`,
    wanted.encode(keys),
  );
  const found = new Map(rows.map((row) => [`${row.businessId} ${row.token}`, toToken(row)]));
  return keys.map(({ businessId, token }) => found.get(`${businessId} ${token}`));
}

/** The newest first, without tokens of payments in progress. */
export async function tokensOfCustomer(
  sql: Sql,
  { businessId, id, most }: { businessId: bigint; id: bigint; most: number },
): Promise<StoredToken[]> {
  const rows = await tokens.read(
    sql,
    `select ${tokens.columns} from tokens
     where business_id = $1 and customer_id = $2 and state in ('active', 'disabled')
     order by created_at desc, token limit $3`,
    [businessId, id, most],
  );
  return rows.map(toToken);
}

/** Locked until the transaction ends. */
export async function lockToken(
  tx: Sql,
  businessId: bigint,
  token: string,
): Promise<StoredToken | undefined> {
  const row = await tokens.readOne(
    tx,
    `select ${tokens.columns} from tokens
     where business_id = $1 and token = $2 and state in ('active', 'disabled') for update`,
    [businessId, token],
  );
  return row && toToken(row);
}

/**
 * Keeps the tokens of payments that took money. A stored card gets the name of its first charge, unless it was replaced
 * meanwhile. Part of the statement that finishes the payments.
 */
export const activateTokens = (named: string) => `update tokens t
  set state = case when t.state = 'pending' then 'active' else t.state end,
    network_transaction_id = coalesce(t.network_transaction_id, k.network_transaction_id),
    network_transaction_of = coalesce(t.network_transaction_of, k.processor),
    network_transaction_cents =
      case when t.network_transaction_id is null then k.cents else t.network_transaction_cents end
  from (
    select d.business_id, coalesce(d.token, n.token) as token, n.fingerprint, n.network_transaction_id,
      n.processor, n.cents
    from done d left join ${named} n on n.business_id = d.business_id and n.payment_id = d.id
    where d.settled and d.took
  ) k
  where t.business_id = k.business_id and t.token = k.token
    and (k.fingerprint is null or t.state = 'pending' or k.fingerprint = t.fingerprint)`;

/** Deletes the tokens of failed charges. */
export const deleteFailedTokens = `delete from tokens t using done d
  where t.business_id = d.business_id and t.token = d.token and d.settled and not d.took
    and t.state = 'pending'
  returning t.business_id, t.token`;

const disabled = tokens.pick('customerId', 'last4');

/** Disables it. Undefined: it is no active token. */
export async function disableStored(tx: Sql, businessId: bigint, token: string) {
  return await disabled.readOne(
    tx,
    `update tokens set state = 'disabled'
     where business_id = $1 and token = $2 and state = 'active' returning ${disabled.columns}`,
    [businessId, token],
  );
}

const tokenName = tokens.pick('token');

/** Matches a token of which only the last four digits are left. */
export const forgottenToken = `fingerprint = '\\x00'`;

/**
 * Takes the person out of stored cards and accounts; the tokens stay, disabled, with the last four digits, since payments
 * name them. The caller drops their records of the vault. Returns all tokens of the customer.
 */
export async function anonymizeTokens(
  tx: Sql,
  businessId: bigint,
  customerId: bigint,
): Promise<string[]> {
  const rows = await tokenName.read(
    tx,
    `update tokens set state = 'disabled', ${forgottenToken}, first6 = case when kind = 'card' then '${unknownBank}' end,
       holder = '', address = '', postal_code = '', idempotency_key = null, request_fingerprint = null,
       network_transaction_id = null, network_transaction_of = null, network_transaction_cents = null
     where business_id = $1 and customer_id = $2 returning ${tokenName.columns}`,
    [businessId, customerId],
  );
  return rows.map(({ token }) => token);
}

export async function readTokenByKey(
  sql: Sql,
  businessId: bigint,
  idempotencyKey: string,
): Promise<StoredToken | undefined> {
  const row = await tokens.readOne(
    sql,
    `select ${tokens.columns} from tokens where business_id = $1 and idempotency_key = $2`,
    [businessId, idempotencyKey],
  );
  return row && toToken(row);
}

function toToken(row: RowOf<typeof tokens>): StoredToken {
  const { businessId, token, fingerprint, last4, holder, address, postalCode, createdAt } = row;
  const common = { businessId, token, fingerprint, last4, holder, address, postalCode, createdAt };
  return {
    customerId: row.customerId,
    isDisabled: row.state === 'disabled',
    requestFingerprint: row.requestFingerprint,
    storedWith: storedWith(row),
    token:
      row.kind === 'card'
        ? {
            ...common,
            kind: row.kind,
            brand: row.brand!,
            first6: row.first6!,
            expiryMonth: row.expiryMonth!,
            expiryYear: row.expiryYear!,
          }
        : {
            ...common,
            kind: row.kind,
            routingNumber: row.routingNumber!,
            accountKind: row.accountKind!,
            accountHolder: row.accountHolder!,
          },
  };
}

function storedWith({
  networkTransactionId,
  networkTransactionOf,
  networkTransactionCents: cents,
}: RowOf<typeof tokens>): StoredWith | undefined {
  if (networkTransactionId === undefined || networkTransactionOf === undefined) return undefined;
  return { networkTransactionId, processor: networkTransactionOf, cents };
}
