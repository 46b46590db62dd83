import { createCalendar } from '../../kernel/calendar.ts';
import { fieldFault, Refusal } from '../../kernel/refusal.ts';
import type { Identified } from '../../parties/businesses/authenticate.ts';
import { type Business, isAbove } from '../../parties/businesses/business.ts';
import { atClockOf } from '../../parties/businesses/clock.ts';
import { mayDo } from '../../parties/businesses/keys.ts';
import { keyPrincipal, type Principal } from '../../parties/businesses/principal.ts';
import type { Right } from '../../parties/businesses/rights.ts';
import { nobody, readBusinesses } from '../../parties/businesses/store.ts';
import { isProvedAt } from '../../parties/sign-in/session.ts';
import { platform } from '../../records/audit-log.ts';
import { isReplayed } from '../../runtime/idempotency.ts';
import { answerOnce, type KeptAnswer } from '../../runtime/kept-answers.ts';
import { forTenants } from '../../runtime/sql.ts';
import type { World } from '../../world.ts';
import { callerAddress, ownAddress } from '../http/addresses.ts';
import type { Doorkeeper } from '../http/caller.ts';
import { arrivalOf, type Request } from '../http/request.ts';
import type { Page } from '../pages/page.ts';
import { type Conditions, conditionsOf, etagOf } from './conditions.ts';
import {
  type Endpoint,
  type FileAnswer,
  onlyReads,
  type Result,
  rightsFor,
  type V1Call,
} from './endpoint.ts';
import { faultProblem, problemAnswer } from './problem.ts';
import { startReading } from './reading.ts';
import { bodyOf, bytesOf, credentialsOf, keyOf, paramsOf, queryOf } from './request-parts.ts';
import { namesIn } from './router.ts';
import { tokenIn } from './session/cookie.ts';
import { isAttended, refuseForeign, userCallerOf, visitorOf } from './session/session-caller.ts';
import type { Properties } from './shape.ts';

const todayIn = createCalendar();

/** Facts that the answer needs even if the call fails early. */
type Known = { requestsLeft?: number | undefined };

/** The caller: its business, and its name in the audit log. */
type Calling = {
  readonly caller: Identified;
  readonly actor: string;
  readonly principal: Principal;
};

/** Names the business that a call is for, where it is not the caller's own. */
const businessHeader = 'quittance-business';

/** Carries out the calls of an endpoint. */
export function v1Binding(world: World, door: Doorkeeper, endpoint: Endpoint) {
  const { config } = world;
  const names = namesIn(endpoint.path);
  const { burst, perSecond } = door.requestLimit;
  const isGrave = !onlyReads(endpoint) && graveRights.includes(endpoint.right);
  const policy = `"default";q=${burst};w=${Math.ceil(burst / perSecond)}`;

  return async (request: Request, values: readonly string[], requestId: string): Promise<Page> => {
    const known: Known = {};
    const where = { publicUrl: config.publicUrl, requestId };
    const page = await exchange(request, values, known).catch((error: unknown) => {
      if (!(error instanceof Refusal)) {
        world.log.error('request.failed', { requestId, operation: endpoint.id, error });
        return faultProblem(where);
      }
      if (error.code === 'rate_limited') known.requestsLeft = 0;
      const { code, status } = error;
      const fields = error.details.map(({ field }) => field);
      const { id: operation } = endpoint;
      world.log.info('request.refused', { requestId, operation, code, status, fields });
      return problemAnswer(error, where);
    });
    if (known.requestsLeft === undefined) return page;
    const limit = `"default";r=${known.requestsLeft};t=1`;
    const limits = { 'RateLimit-Policy': policy, RateLimit: limit };
    return { ...page, headers: { ...page.headers, ...limits } };
  };

  async function exchange(
    request: Request,
    values: readonly string[],
    known: Known,
  ): Promise<Page> {
    const body = await bytesOf(request, endpoint);
    const { caller, actor, principal } = await callerOf(request);
    const business = await businessOf(world, caller, request);
    known.requestsLeft = door.countRequest(business);
    const against = judge(caller, business);
    const timed = atClockOf(world, business);
    const reachesAll = endpoint.forOperator || endpoint.acrossBusinesses;
    const tenants = endpoint.readsPlatform ? [business.id, platform] : [business.id];
    const db = reachesAll ? timed.db : forTenants(timed.db, tenants);
    const own = { ...timed, db };
    const reading = startReading(business);
    const raw = bodyOf(body, endpoint);
    const conditions = conditionsOf(endpoint, request, reading);
    const call = {
      business,
      key: caller.key,
      actor,
      principal,
      today: todayIn(business.timeZone, own.now()),
      askedAt: new Date(arrivalOf(request, world.now).getTime() + business.clockAheadMs),
      against,
      params: paramsOf(endpoint, names, values, reading),
      query: queryOf(endpoint, request.url!, reading),
      body: endpoint.body?.read(raw, '', reading),
      accepts: request.headers.accept ?? '',
      lastEventId: String(request.headers['last-event-id'] ?? '') || undefined,
      isStillAllowed: () => isStillAllowed(request),
      get ownAddress() {
        return ownAddress(request, config);
      },
      tokenMisses: door.tokenMissesOf(business),
      guesses: door.guessesOf(business),
      lookUps: door.lookUpsOf(business),
      match: conditions.match,
      idempotencyKey: keyOf(request, business, endpoint, values, raw, reading),
    } satisfies V1Call;
    reading.end();
    return await carryOut(own, conditions, call);
  }

  /** A program with a key, or a person whose browser is signed in. */
  async function callerOf(request: Request): Promise<Calling> {
    const { authorization } = request.headers;
    const isSecure = () => ownAddress(request, config).startsWith('https:');
    const token = authorization === undefined ? tokenIn(request, isSecure()) : undefined;
    if (token === undefined) {
      const shown = credentialsOf(authorization);
      const caller = await door.identify(shown, callerAddress(request, config), isGrave);
      const principal = keyPrincipal(caller, caller.key);
      return { caller, actor: principal.name, principal };
    }
    const isActive = !endpoint.isLive && isAttended(request);
    const visitor = await visitorOf(world, token, { isActive });
    if (!visitor) throw new Refusal('not_authenticated');
    refuseForeign(request, token);
    const { identified, person, user } = await userCallerOf(world, visitor, namedBusiness(request));
    if (isGrave && !isProvedAt(visitor.session, world.now())) throw new Refusal('proof_required');
    const actor = `user:${person.email}`;
    const { origins } = identified.key;
    return {
      caller: identified,
      actor,
      principal: { name: actor, origins, since: user.updatedAt },
    };
  }

  /** True if the same request would be let in now. */
  async function isStillAllowed(request: Request): Promise<boolean> {
    try {
      const { caller } = await callerOf(request);
      judge(caller, await businessOf(world, caller, request));
      return true;
    } catch (error) {
      if (error instanceof Refusal) return false;
      throw error;
    }
  }

  /**
   * Refuses a call that the caller may not make. Returns the refusal of anything new if a replay is answered all the
   * same.
   */
  function judge(caller: Identified, business: Business): Refusal | undefined {
    const { key, ancestors } = caller;
    const enough = rightsFor(endpoint);
    if (!enough.some((right) => mayDo(key, right))) {
      const message = `This needs the right ${enough.join(' or ')}.`;
      throw new Refusal('right_missing', { message });
    }
    if (endpoint.forOperator && ancestors.length > 0) throw new Refusal('operator_only');
    if (endpoint.inSandboxOnly && business.environment !== 'sandbox')
      throw new Refusal('sandbox_only');
    const { needsPayments = false, needsServices = [], tellsAgain } = endpoint;
    const reads = onlyReads(endpoint);
    const isFree = reads || endpoint.whileSuspended;
    const whileSuspended = isFree && { whileSuspended: true as const };
    // A caller who is stopped does not go on in the name of a business below.
    const stopped =
      door.against(caller, { needsPayments: false, ...whileSuspended }) ??
      (reads
        ? undefined
        : door.against(business, { needsPayments, needsServices, ...whileSuspended }));
    if (stopped && !tellsAgain) throw stopped;
    return stopped;
  }

  async function carryOut(own: World, conditions: Conditions, call: V1Call): Promise<Page> {
    const work = async () => pageOf(await endpoint.handle(own, call), endpoint, conditions);
    const { idempotencyKey } = call;
    if (!idempotencyKey || onlyReads(endpoint)) return await work();
    if (endpoint.keepsKey) {
      const page = await work();
      const isTold = !endpoint.replayHeaders && isReplayed(idempotencyKey);
      return isTold ? { ...page, headers: { ...page.headers, ...replayed } } : page;
    }
    const asked = { businessId: call.business.id, ...idempotencyKey };
    const { answer, isReplay } = await answerOnce(
      { ...own, now: world.now },
      asked,
      async () => keepable(await work(), endpoint),
      ({ status }) => status < 500,
    );
    if (!isReplay) return { ...answer, ...(full.get(answer) ?? {}) };
    if (endpoint.showsSecret) throw new Refusal('shown_once');
    return { ...answer, headers: { ...answer.headers, ...replayed } };
  }
}

const replayed = { 'Idempotent-Replayed': 'true' };

/** Answers that are stored without their body, with the page that their caller gets. */
const full = new WeakMap<KeptAnswer, Page>();

function keepable(page: Page, { showsSecret }: Endpoint): KeptAnswer {
  const { status, headers, body } = page;
  if (typeof body !== 'string') throw new Error('a file cannot be kept under an Idempotency-Key');
  const kept = { status, headers, body: showsSecret ? '' : body };
  if (showsSecret) full.set(kept, page);
  return kept;
}

const notAbove = { code: 'unknown', rule: 'must name a business below that of the caller' };

/** Money leaves, keys are made, decisions are taken: a person proves who it is shortly before. */
const graveRights: readonly Right[] = ['refund', 'approve', 'administer', 'operate'];

/** Undefined: the caller's own. 0: no business. */
function namedBusiness(request: Request): bigint | undefined {
  const named = request.headers[businessHeader];
  if (named === undefined) return undefined;
  return /^[1-9]\d{0,17}$/.test(String(named)) ? BigInt(String(named)) : nobody;
}

/** The caller's own, or one below it. */
async function businessOf(world: World, caller: Identified, request: Request): Promise<Business> {
  const id = namedBusiness(request);
  if (id === undefined || id === caller.id) return caller;
  const business = await world.gather(readBusinesses, id);
  if (business && isAbove(caller, business)) return business;
  throw new Refusal('unknown_business', { details: [fieldFault('Quittance-Business', notAbove)] });
}

function pageOf(
  answer: Result<unknown> | FileAnswer | undefined,
  { answer: shape, status, isVersioned, showsSecret }: Endpoint,
  { isKnown }: Conditions,
): Page {
  if (answer === undefined) return { status: 204, headers: {}, body: '' };
  if ('content' in answer) {
    const { type, fileName, content, headers } = answer;
    const disposition = fileName && { 'Content-Disposition': `attachment; filename="${fileName}"` };
    return {
      status: 200,
      headers: { 'Content-Type': type, ...disposition, ...headers },
      body: content,
    };
  }
  if (!shape) throw new Error('an answer that is not described');
  const headers: Record<string, string> = {
    'Content-Type': 'application/json; charset=utf-8',
    ...answer.headers,
  };
  if (isVersioned) {
    // A secret that is shown once is left out of the answer for others.
    const { secret: _, ...shown } = answer.body as Readonly<Record<string, unknown>>;
    headers.ETag = etagOf(showsSecret ? shown : answer.body);
    if (isKnown(headers.ETag)) return { status: 304, headers: { ETag: headers.ETag }, body: '' };
  }
  return { status: answer.status ?? status ?? 200, headers, body: JSON.stringify(answer.body) };
}

/** For the router: whether a description is whole. */
export function checkEndpoint({ id, path, params }: Endpoint): void {
  const named = namesIn(path);
  const missing = named.filter((name) => !Object.hasOwn(params as Properties, name));
  if (missing.length > 0) throw new Error(`${id} does not describe ${missing.join(', ')}`);
}
