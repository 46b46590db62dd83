import { todayIn } from '../../kernel/calendar.ts';
import { Refusal } from '../../kernel/refusal.ts';
import {
  makeSessionToken,
  type OpenedSession,
  openFieldSession,
} from '../../payments/field-sessions/open-session.ts';
import { challengeFor, spendProof } from '../../payments/risk/card-testing/proof.ts';
import { refuseTester } from '../../payments/risk/card-testing/refuse-tester.ts';
import { pageSuspects } from '../../payments/risk/card-testing/suspect.ts';
import type { Token } from '../../payments/tokens/token.ts';
import { createAddressLimiter, createLimiter } from '../../runtime/rate-limiter.ts';
import type { World } from '../../world.ts';
import { readFields } from './fields-form.ts';
import { fieldsPage } from './fields-part.ts';
import { securityHeaders } from './layout.ts';
import type { Form, MakeRoute, Page, Visit } from './page.ts';

/** Limits: tokens of a network address before each further one needs a proof of work, and tries of a session. */
const tokens = { burst: 30, perSecond: 30 / 3600 };
const tries = { burst: 20, perSecond: 1 / 60 };

/** The frame with the fields of a session. Its script posts the input, and gets a token. */
export const fieldPages: MakeRoute = (world) => {
  const ofAddress = createAddressLimiter({ ...tokens, now: world.now });
  const ofSession = createLimiter({ ...tries, now: world.now });

  return {
    below: '/fields/',
    async answer(visit) {
      const [secret = '', ...more] = visit.parts;
      const opened = more.length === 0 && (await openFieldSession(world, secret));
      if (!opened) return undefined;
      if (!visit.form) {
        const left = ofAddress.take(visit.from);
        if (left.ok) ofAddress.putBack(visit.from);
        return await show(opened, visit, !left.ok);
      }
      try {
        return await taken(opened, visit, visit.form);
      } catch (error) {
        if (error instanceof Refusal) return refused(world, opened, error);
        throw error;
      }
    },
  };

  async function taken(opened: OpenedSession, visit: Visit, form: Form): Promise<Page> {
    const { business, session, standing } = opened;
    // A token that was made already is reported again to a caller that sends the same input.
    if (standing === 'expired' || standing === 'closed') return failed(410, `session_${standing}`);
    if (business.limited) {
      take(ofSession.take(`${session.businessId}/${session.id}`));
    }
    const typed = readFields(form, opened, todayOf(opened));
    if (!('method' in typed)) {
      return failed(422, 'wrong_fields', { fields: Object.fromEntries(typed) });
    }
    if (business.limited) {
      const { from } = visit;
      const wantsProof = !ofAddress.take(from).ok;
      const prove = () => spendProof(opened.world, session, form.text('proof'));
      const page = { world: opened.world, page: session };
      await refuseTester(page, { ...typed, from, prove, wantsProof });
    }
    const token = await makeSessionToken(opened, typed);
    return json(200, wireOf(token));
  }
};

function take({ ok, retryAfterSeconds }: { ok: boolean; retryAfterSeconds: number }): void {
  if (!ok) throw new Refusal('rate_limited', { retryAfterSeconds });
}

async function show(opened: OpenedSession, { from }: Visit, wantsProof: boolean): Promise<Page> {
  const { world, session, business } = opened;
  const challenge = business.limited
    ? await challengeFor(world, session, pageSuspects(session, from), wantsProof)
    : undefined;
  return fieldsPage({ ...opened, today: todayOf(opened), challenge });
}

function todayOf({ business, world }: OpenedSession): Temporal.PlainDate {
  return todayIn(business.timeZone, world.now());
}

/** All that the page around the frame gets. */
function wireOf(token: Token) {
  const { kind, last4 } = token;
  const isCard = token.kind === 'card';
  const month = isCard ? String(token.expiryMonth).padStart(2, '0') : '';
  return {
    token: token.token,
    kind,
    brand: isCard ? token.brand : null,
    last4,
    expiry: isCard ? `${token.expiryYear}-${month}` : null,
  };
}

function refused({ log }: World, { session }: OpenedSession, refusal: Refusal): Page {
  // A card other than the one of which the token was made.
  const code = refusal.code === 'idempotency_key_reused' ? 'session_complete' : refusal.code;
  const { status, retryAfterSeconds } = refusal;
  log.info('page.refused', { businessId: session.businessId, code, status });
  const page = failed(status, code);
  if (retryAfterSeconds === undefined) return page;
  return { ...page, headers: { ...page.headers, 'Retry-After': String(retryAfterSeconds) } };
}

function failed(status: number, code: string, more: object = {}): Page {
  return json(status, { error: { code, ...more } });
}

function json(status: number, body: object): Page {
  const type = { 'Content-Type': 'application/json; charset=utf-8' };
  return { status, headers: { ...securityHeaders, ...type }, body: JSON.stringify(body) };
}
