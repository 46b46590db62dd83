import { findByPhone } from '../../parties/customers/by-phone.ts';
import { recordAct } from '../../records/audit-log.ts';
import { type IdempotencyKey, oldestKey, refuseOther } from '../../runtime/idempotency.ts';
import type { Sql } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { longestBody } from './body.ts';
import { findMade, releaseOldKeys } from './message-store.ts';
import { readOutlook } from './outlook.ts';
import { prepareTexts, queueTexts } from './queue-texts.ts';

/** A text that a person or a program writes in the name of the business. */
type WrittenText = {
  readonly businessId: bigint;
  readonly phone: string;
  readonly body: string;
  readonly actor: string;
  readonly idempotencyKey: IdempotencyKey | undefined;
};

/** Returns the id of the text: once for each idempotency key. */
export async function writeText(world: World, written: WrittenText): Promise<bigint> {
  const { businessId, phone, actor, idempotencyKey } = written;
  const body = [...written.body].slice(0, longestBody).join('');
  const types = await prepareTexts(world, businessId, [phone]);
  const kind = 'chat';
  // So that the answer says that it waits, and until when.
  const { fate } = await readOutlook(world, businessId, { phone, kind }, types);
  const notBefore = fate.state === 'scheduled' ? fate.sendsAt : undefined;
  return await world.db.begin(async (tx) => {
    const earlier = await findWritten(world, tx, written);
    if (earlier !== undefined) return earlier;
    const customerId = await findByPhone(tx, businessId, phone);
    const about = { businessId, kind, phone, customerId, actor, idempotencyKey } as const;
    const [queued] = await queueTexts(world, tx, [{ ...about, body, notBefore }], types);
    if (!queued) throw new Error('a text that was not queued');
    const { id, state, isNew } = queued;
    if (!isNew) return id;
    const act = { businessId, actor, act: 'text.queued', object: `message:${id}` };
    await recordAct(tx, { ...act, facts: { state }, at: world.now() });
    return id;
  });
}

/** Found before anything is written: the phone of a forgotten person comes in no table again by a repetition. */
export async function findWritten(
  world: World,
  sql: Sql,
  { businessId, idempotencyKey }: Pick<WrittenText, 'businessId' | 'idempotencyKey'>,
): Promise<bigint | undefined> {
  if (!idempotencyKey) return undefined;
  const { key, content } = idempotencyKey;
  await releaseOldKeys(sql, businessId, [key], oldestKey(world.now()));
  const [made] = await findMade(sql, businessId, [{ eventId: undefined, idempotencyKey: key }]);
  if (made) refuseOther(world, made.requestFingerprint, content);
  return made?.id;
}
