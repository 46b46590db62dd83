import { dayMs, minuteMs } from '../../kernel/duration.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { reachOf } from '../../parties/businesses/reach.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import { numberField } from '../../payments/tokens/token.ts';
import { recordOpenings } from '../../records/audit-log.ts';
import type { Destination } from '../../runtime/http-out/flights.ts';
import type { Reply } from '../../runtime/http-out/outgoing.ts';
import type { World } from '../../world.ts';
import { endValidation, passValidation } from './end.ts';
import { type Hook, hookSecret, readHook } from './hook.ts';
import { lockValidation, readDue, takeInquiry } from './store.ts';
import { hookDays, type Validation } from './validation.ts';

const atOnce = 50;
const mostAtOnce = 4;
/** Longer than an inquiry can last. */
const leaseMs = minuteMs;

/** Asks the services of businesses about new accounts. The sweep waits for none of them. */
export async function validateByHooks(world: World, only?: bigint): Promise<number> {
  const due = await readDue(world.db, world.now(), { methods: ['hook'], limit: atOnce, only });
  let asked = 0;
  for (const validation of due) {
    try {
      if (await begin(world, validation)) asked += 1;
    } catch (error) {
      const { businessId, paymentId } = validation;
      world.log.error('ach.hook_not_asked', { businessId, paymentId, error });
    }
  }
  return asked;
}

/** False: the service has no free place just now, or another worker asks it. */
async function begin(world: World, validation: Validation): Promise<boolean> {
  const { businessId } = validation;
  const business = await readBusiness(world.db, businessId);
  if (!business) throw new Error('a validation without its business');
  const hook = await readHook(world.db, businessId);
  const to = destinationOf(businessId, hook);
  if (hook && world.flights.room(to, mostAtOnce) === 0) return false;
  const until = new Date(world.now().getTime() + leaseMs);
  const taken = await takeInquiry(world.db, validation, until); // committed
  if (!taken) return false;
  if (!hook) {
    await note(world, taken, 'later');
    return true;
  }
  world.flights.start(to, async () => {
    try {
      await note(world, taken, await ask(world, business, hook, taken));
    } catch (error) {
      // When its lease ends it is asked again.
      world.log.error('ach.hook_not_asked', { businessId, paymentId: taken.paymentId, error });
    }
  });
  return true;
}

function destinationOf(businessId: bigint, hook: Hook | undefined): Destination {
  const host = URL.parse(hook?.url ?? '')?.host ?? '';
  return { name: `${businessId}/validation`, host, isFailing: false };
}

type Said = 'yes' | 'no' | 'later';

/** The whole number is sent: no bank knows an account by less. The audit log records it first. */
async function ask(world: World, business: Business, hook: Hook, asked: Validation): Promise<Said> {
  const { businessId, id, numberOwner, routingNumber, last4, paymentId } = asked;
  const reason = 'asked of the validation service';
  const opening = {
    businessId,
    actor: 'system',
    object: `validation:${id}`,
    reason,
    at: world.now(),
  };
  await world.db.begin((tx) => recordOpenings(tx, [opening]));
  const record = { businessId, owner: numberOwner, field: numberField.bank };
  const number = await world.vault.open(world.db, record);
  const secret = await world.vault.open(world.db, hookSecret(businessId));
  const body = new URLSearchParams([
    ['ValidationID', `${businessId}/${id}`],
    ['PaymentID', String(paymentId)],
    ['RoutingNumber', routingNumber],
    ['AccountNumber', number.reveal()],
    ['LastFour', last4],
  ]);
  const reply = await world.outgoing.post({
    url: hook.url,
    reach: await reachOf(world, business),
    // The same for every try: the service may answer as before.
    id: `validation-${businessId}-${id}`,
    // Signed with the real time, whatever the clock of the business shows.
    at: new Date(world.now().getTime() - business.clockAheadMs),
    body: body.toString(),
    secrets: [secret],
    credentials: undefined,
  }); // no connection held
  if (reply.address) world.flights.reachedAt(new URL(hook.url).host, reply.address);
  return answerIn(reply);
}

/** All that is not understood means later. */
function answerIn(reply: Reply): Said {
  if (reply.kind !== 'answered' || reply.status !== 200) return 'later';
  const [, said] = /^\s*\{\s*"answer"\s*:\s*"(yes|no)"\s*\}\s*$/.exec(reply.text) ?? [];
  return said === 'yes' || said === 'no' ? said : 'later';
}

/** An answer counts if no new inquiry was made meanwhile. */
async function note(world: World, asked: Validation, said: Said): Promise<void> {
  await world.db.begin(async (tx) => {
    const now = await lockValidation(tx, asked);
    if (now?.state !== 'pending' || now.asks !== asked.asks) return;
    if (said === 'yes') return void (await passValidation(world, tx, now));
    if (said === 'no')
      return void (await endValidation(world, tx, now, 'failed', { reason: refused }));
    const at = world.now().getTime();
    if (at - now.createdAt.getTime() >= hookDays * dayMs) {
      return void (await endValidation(world, tx, now, 'expired', { reason: silent }));
    }
    const { businessId, id } = now;
    const nextAt = new Date(at + pauseMs(now.asks));
    await tx.query(
      'update account_validations set due_at = $3 where business_id = $1 and id = $2',
      [businessId, id, nextAt],
    );
  });
}

const refused = 'the validation service says that it is not good';
const silent = 'the validation service did not answer in time';

/** One minute, doubled with each inquiry, up to six hours. */
function pauseMs(asks: number): number {
  return Math.min(2 ** (asks - 1), 360) * minuteMs;
}
