import type { Contact } from '../../parties/customers/customer.ts';
import { type IdempotencyKey, onceUnseen, replayOf } from '../../runtime/idempotency.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { makeTokens, readTokenByKey, readTokens, type StoredToken } from './store.ts';
import type { NewToken, Token } from './token.ts';

type TokenRequest = {
  readonly made: NewToken;
  readonly customerId: bigint | undefined;
  readonly contact: Contact;
  readonly idempotencyKey: IdempotencyKey | undefined;
};

/** Inserts a token and its sealed number at once, or returns the one that was made under this key before. */
export async function tokenize(
  world: World,
  wanted: TokenRequest,
): Promise<Pick<StoredToken, 'token' | 'customerId'>> {
  const { made, idempotencyKey } = wanted;
  const { businessId } = made.token;
  const start = {
    ...wanted,
    id: await world.ids.next(businessId),
    idempotencyKey: idempotencyKey?.key,
    requestFingerprint: idempotencyKey && world.vault.fingerprint(idempotencyKey.content),
  };
  return await onceUnseen<Pick<StoredToken, 'token' | 'customerId'>>({
    async make() {
      const written = await world.gather(makeTokens, start);
      return written && { token: made.token, customerId: written.customerId };
    },
    async find() {
      // Our own row: it was written, and only the answer to the commit was lost.
      const [own] = await readTokens(world.db, [made.token]);
      return own ?? (await findEarlier(world, businessId, idempotencyKey));
    },
  });
}

async function findEarlier(
  world: World,
  businessId: bigint,
  request: IdempotencyKey | undefined,
): Promise<StoredToken | undefined> {
  if (!request) return undefined;
  const made = await readTokenByKey(world.db, businessId, request.key);
  if (!made) return undefined;
  const { token, requestFingerprint } = made;
  return await replayOf(
    world,
    request.content,
    { made, keptAt: token.createdAt, requestFingerprint },
    () => forgetTokenKey(world.db, token, request.key),
  );
}

/** Only if the token still has this key: another request may have used the key since. */
async function forgetTokenKey(
  sql: Sql,
  { businessId, token }: Pick<Token, 'businessId' | 'token'>,
  key: string,
): Promise<void> {
  await sql.query(
    `update tokens set idempotency_key = null, request_fingerprint = null
     where business_id = $1 and token = $2 and idempotency_key = $3`,
    [businessId, token, key],
  );
}
