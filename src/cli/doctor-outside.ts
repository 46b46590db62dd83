import { carriersOf } from '../build-world.ts';
import type { Config } from '../config.ts';
import { reachOf } from '../parties/businesses/reach.ts';
import { type Account, accountsToCheck, openedOrClosed } from '../payments/accounts/account.ts';
import { flawOf } from '../payments/accounts/check-account.ts';
import { int8, oneOf, optional, text } from '../runtime/column.ts';
import { type RowOf, shape } from '../runtime/table.ts';
import type { World } from '../world.ts';
import { type Check, ok } from './doctor-checks.ts';

/*
 * Checks of outside services: gateways, the mail server, the carrier of texts, receivers of webhooks. Nothing is
 * charged, nothing is sent to people, and nothing is changed: an account with a flaw is stopped by its daily check.
 */

/** Each is asked at once, and each has its own limit of time. */
const mostAsked = 20;

export async function checkGateways(world: World): Promise<Check[]> {
  const found = await accountsToCheck(world.db, mostAsked + 1);
  if (found.length === 0) return [ok('gateways', 'no business has an account')];
  const checks = await Promise.all(
    found.slice(0, mostAsked).map((one) => checkGateway(world, one)),
  );
  if (found.length <= mostAsked) return checks;
  const says = `only the ${mostAsked} accounts that were checked longest ago are asked; each is checked daily`;
  return [...checks, ok('gateways', says)];
}

async function checkGateway(world: World, account: Account): Promise<Check> {
  const { businessId, name, processor, environment, state, stoppedBecause } = account;
  const about = `account ${name} of business ${businessId} at ${processor}`;
  const again = `quittance processor check ${name} --business ${businessId}`;
  const bad = environment === 'live' ? 'wrong' : 'warning';
  if (state === 'stopped') {
    const says = `it is stopped: ${stoppedBecause ?? ''}`;
    return { about, verdict: bad, says, remedy: `once that is mended: ${again}` };
  }
  const answer = await (await openedOrClosed(world, account)).check();
  if (answer.outcome === 'unknown') {
    const remedy = `is its address reached from here? ${again}`;
    return { about, verdict: bad, says: `it gives no answer: ${answer.reason}`, remedy };
  }
  const flaw = flawOf(answer, environment);
  if (flaw !== undefined) return { about, verdict: bad, says: flaw, remedy: again };
  return ok(about, 'the gateway takes its key');
}

const whyNot: Readonly<Record<string, string>> = {
  carrier_unreachable: 'it cannot be reached',
  carrier_login_refused: 'it refuses the login',
  carrier_busy: 'it is busy',
  carrier_refused: 'it refuses to talk to this machine',
  carrier_error: 'it answers with an error',
  tls_failed: 'there is no TLS with it',
  account_not_active: 'the account is suspended or closed',
};

/** Only carriers outside: the inbox of the sandbox stays as it is. */
function liveCarriers(config: Config) {
  const { texts, mails } = carriersOf(config, () => Promise.reject(new Error('nothing is sent')));
  return { texts: texts.live, mails: mails.live };
}

export async function checkMail(config: Config): Promise<Check> {
  const remedy = 'SMTP_URL: docs/operating/carriers.md';
  const { check } = liveCarriers(config).mails ?? {};
  if (!check) return withoutCarrier('mail', config, { setting: 'SMTP_URL', remedy });
  return carrierCheck('mail', await check(), { good: 'the mail server takes mail', remedy });
}

export async function checkTexts(config: Config): Promise<Check> {
  const remedy = 'TWILIO_ACCOUNT and TWILIO_TOKEN: docs/operating/carriers.md';
  const { check } = liveCarriers(config).texts ?? {};
  if (!check) return withoutCarrier('texts', config, { setting: 'TWILIO_ACCOUNT', remedy });
  return carrierCheck('texts', await check(), { good: 'Twilio takes the token', remedy });
}

type About = 'mail' | 'texts';

function withoutCarrier(
  about: About,
  { mode }: Config,
  { setting, remedy }: { readonly setting: string; readonly remedy: string },
): Check {
  if (mode !== 'live') return ok(about, 'they go to the inbox of the sandbox');
  const says = `${setting} is not set, so none are sent for live businesses`;
  return { about, verdict: 'warning', says, remedy };
}

function carrierCheck(
  about: About,
  code: string | undefined,
  { good, remedy }: { readonly good: string; readonly remedy: string },
): Check {
  if (code === undefined) return ok(about, good);
  return {
    about,
    verdict: 'wrong',
    says: `${whyNot[code] ?? 'nothing is taken'} (${code})`,
    remedy,
  };
}

const receivers = shape({
  businessId: int8,
  environment: oneOf(['sandbox', 'live']),
  kind: text,
  url: text,
  state: oneOf(['enabled', 'failing', 'disabled']),
  disabledReason: optional(text),
});
type Receiver = RowOf<typeof receivers>;

/** Scope: all. Failing receivers come first. */
export async function checkWebhooks(world: World): Promise<Check[]> {
  const found = await receivers.read(
    world.db,
    `select e.business_id as "businessId", b.environment, e.kind, e.url, e.state,
       e.disabled_reason as "disabledReason"
     from webhook_endpoints e join businesses b on b.business_id = e.business_id
     order by e.state = 'enabled', e.succeeded_at nulls first, e.business_id, e.kind limit $1`,
    [mostAsked],
  );
  if (found.length === 0) return [ok('webhooks', 'no business has a receiver')];
  return await Promise.all(found.map((one) => checkReceiver(world, one)));
}

async function checkReceiver(world: World, receiver: Receiver): Promise<Check> {
  const { businessId, environment, kind, url, state, disabledReason } = receiver;
  // Without its path, which may hold a secret of the receiver.
  const origin = URL.parse(url)?.origin ?? 'an address that is none';
  const about = `webhooks of business ${businessId} for ${kind} at ${origin}`;
  const remedy = `quittance webhooks log --business ${businessId} shows the answers`;
  if (environment === 'live' && !url.startsWith('https://')) {
    return { about, verdict: 'wrong', says: 'the address is without TLS', remedy };
  }
  if (state === 'disabled') {
    return {
      about,
      verdict: 'warning',
      says: `they are disabled: ${disabledReason ?? ''}`,
      remedy,
    };
  }
  const why = await world.outgoing.refusalAt(url, await reachOf(world, { environment }));
  if (why !== undefined) {
    return { about, verdict: 'warning', says: `it cannot be reached: ${why}`, remedy };
  }
  if (state === 'failing') {
    return { about, verdict: 'warning', says: 'it is reached, and refuses what it gets', remedy };
  }
  return ok(about, 'it is reached');
}
