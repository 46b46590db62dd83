import { giveCard, isFormName, nameForm } from '../../invoicing/subscriptions/payer-card.ts';
import { decideEnd } from '../../invoicing/subscriptions/payer-end.ts';
import {
  type OpenedSubscription,
  openSubscription,
} from '../../invoicing/subscriptions/payer-page.ts';
import { orderNumberOf } from '../../invoicing/subscriptions/subscription.ts';
import { todayIn } from '../../kernel/calendar.ts';
import { Refusal, type RefusalCode } from '../../kernel/refusal.ts';
import { Secret } from '../../kernel/secret.ts';
import { languageOf } from '../../parties/businesses/public-profile.ts';
import type { Payment } from '../../payments/payment.ts';
import { challengeFor, spendProof } from '../../payments/risk/card-testing/proof.ts';
import { pageSuspects } from '../../payments/risk/card-testing/suspect.ts';
import { readPayments } from '../../payments/store.ts';
import { createLimiter } from '../../runtime/rate-limiter.ts';
import { previewFor, redirectTo } from './layout.ts';
import type { Form, MakeRoute, Page, Visit } from './page.ts';
import { addressOf, faceFor, learnFrom } from './page-language.ts';
import { answerDrawn } from './pay-files.ts';
import { readSavedCard, valuesToRefill } from './pay-form.ts';
import { cameToNothing } from './pay-page.ts';
import { drawnReceipt, numberOfFile } from './subscription-receipt.ts';
import {
  chargingSheet,
  closedSheet,
  confirmSheet,
  type Shown,
  subscriptionSheet,
} from './subscription-sheets.ts';

/** Cards that one page takes, beside all other limits. */
const tries = { burst: 20, perSecond: 1 / 60 };

/** The page of a payer's subscription: what is charged when, another card, and its end. */
export const subscriptionPages: MakeRoute = (world, declines) => {
  const ofPage = createLimiter({ ...tries, now: world.now });
  const drawn = answerDrawn(world);

  return {
    below: '/subscription/',
    async answer(visit) {
      const [secret = '', part, ...more] = visit.parts;
      const number = part === undefined ? undefined : numberOfFile(part);
      if (more.length > 0 || (part !== undefined && number === undefined)) return undefined;
      const found = await openSubscription(world, secret);
      if (!found) return undefined;
      const opened = { ...found, face: faceFor(visit, found.face) };
      const { business, subscription } = opened;
      if (business.state === 'closed') return closedSheet(opened, visit);
      if (part && number) {
        return await drawn(part, subscription, await drawnReceipt(opened, number), visit);
      }
      if (visit.form) return await act(opened, visit, visit.form);
      if (visit.by !== 'person') return previewFor(visit.by, languageOf(opened.face));
      return await show(opened, visit);
    },
  };

  async function act(opened: OpenedSubscription, visit: Visit, form: Form): Promise<Page> {
    switch (form.text('act')) {
      case 'card':
        return await takeCard(opened, visit, form);
      case 'end':
        return await end(opened, visit, form);
      case 'keep':
        return await keep(opened, visit);
      default:
        return redirectTo(addressOf(visit));
    }
  }

  /** Redirects back to the page, so that a reload does not post again. */
  async function takeCard(opened: OpenedSubscription, visit: Visit, form: Form): Promise<Page> {
    const { business, customer, face, subscription, takesCard, isBeingCharged } = opened;
    const { from } = visit;
    const path = addressOf(visit);
    const name = form.text('form');
    if (!takesCard || isBeingCharged || !isFormName(name)) return redirectTo(path);
    const kept = valuesToRefill(form, '');
    const today = todayIn(business.timeZone, opened.world.now());
    const countryCode = customer?.countryCode ?? '';
    const typed = readSavedCard(form, { today, countryCode, language: languageOf(face) });
    if (!('method' in typed)) return await withForm(opened, visit, { kept, faults: typed });

    const prove = proofOf(opened, form);
    const wantsProof = business.limited && declines.wantsProof(from);
    const content = contentOf(form);
    const given = { ...typed, form: name, content, from, prove, wantsProof };
    const give = () =>
      orRefusal(async () => {
        await learnFrom(visit, opened, { businessId: business.id, id: subscription.customerId }); // committed
        return await giveCard(opened, given);
      });
    const isCharge = opened.owed.length > 0;
    const left = ofPage.take(`${subscription.businessId}/${subscription.id}`);
    const paid =
      business.limited && !left.ok
        ? new Refusal('rate_limited', { retryAfterSeconds: left.retryAfterSeconds })
        : business.limited && isCharge
          ? await declines.pay(from, prove, give)
          : await give();
    if (paid instanceof Refusal) {
      if (paid.code === 'changed_meanwhile') return redirectTo(addressOf(visit, 'changed'));
      if (seenOnPage.has(paid.code)) return redirectTo(path);
      return await withForm(opened, visit, { kept, refusal: paid });
    }
    return redirectTo(
      addressOf(visit, paid && cameToNothing(paid) ? `try=${paid.id}` : 'done=card'),
    );
  }

  async function withForm(
    opened: OpenedSubscription,
    visit: Visit,
    shown: Pick<Shown, 'kept' | 'faults' | 'refusal' | 'failed' | 'done' | 'isOlder'>,
  ): Promise<Page> {
    const { world: own, business, subscription } = opened;
    const { from } = visit;
    const challenge = business.limited
      ? await challengeFor(
          own,
          subscription,
          pageSuspects(subscription, from),
          declines.wantsProof(from),
        )
      : undefined;
    return subscriptionSheet(opened, { ...shown, at: visit, form: nameForm(opened), challenge });
  }

  async function show(opened: OpenedSubscription, visit: Visit): Promise<Page> {
    const { query } = visit;
    if (opened.isBeingCharged) return chargingSheet(opened, visit);
    if (query.has('end') && opened.mayDecide === 'to_end') return confirmSheet(opened, visit);
    const said = query.get('done');
    const done = said === 'card' || said === 'keep' ? said : undefined;
    return await withForm(opened, visit, {
      failed: await failedTry(opened, query.get('try')),
      done,
      isOlder: query.has('changed'),
    });
  }
};

/** A proof is spent once, for any number of callers. */
function proofOf({ world, subscription }: OpenedSubscription, form: Form): () => Promise<boolean> {
  let spent: Promise<boolean> | undefined;
  return async () => {
    spent ??= spendProof(world, subscription, form.text('proof'));
    return await spent;
  };
}

function contentOf(form: Form): Secret {
  const names = ['card-number', 'expiry', 'name', 'postal-code'];
  return new Secret(JSON.stringify(names.map((name) => form.text(name))));
}

async function orRefusal<T>(work: () => Promise<T>): Promise<T | Refusal> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/** The other refusals reveal how the subscription stands, which the page shows anyway. */
const seenOnPage: ReadonlySet<RefusalCode> = new Set([
  'order_number_reused',
  'order_undecided',
  'invoice_ended',
  'payments_not_active',
  'business_suspended',
  'subscription_not_so',
  'changed_meanwhile',
]);

/** Only with the day that was confirmed; otherwise the page asks again. */
async function end(opened: OpenedSubscription, visit: Visit, form: Form): Promise<Page> {
  const { subscription, mayDecide } = opened;
  if (mayDecide !== 'to_end') return redirectTo(addressOf(visit));
  if (form.text('until') !== subscription.dueAt?.toISOString()) {
    return redirectTo(addressOf(visit, 'end'));
  }
  return await decided(opened, visit, 'to_end', '');
}

async function keep(opened: OpenedSubscription, visit: Visit): Promise<Page> {
  if (opened.mayDecide !== 'to_keep') return redirectTo(addressOf(visit));
  return await decided(opened, visit, 'to_keep', 'done=keep');
}

async function decided(
  opened: OpenedSubscription,
  visit: Visit,
  decision: 'to_end' | 'to_keep',
  next: string,
): Promise<Page> {
  const refusal = await orRefusal(() => decideEnd(opened, decision));
  if (refusal && !seenOnPage.has(refusal.code)) throw refusal;
  return redirectTo(addressOf(visit, refusal ? '' : next));
}

/** The payment in the query, if it is a failed try to pay what is owed. */
async function failedTry(
  { world, subscription, owed }: OpenedSubscription,
  named: string | null,
): Promise<Payment | undefined> {
  if (named === null || !/^\d{1,15}$/.test(named)) return undefined;
  const { businessId, id } = subscription;
  const [payment] = await readPayments(world.db, [{ businessId, id: BigInt(named) }]);
  const isOurs = owed.some(({ n }) => orderNumberOf(id, n) === payment?.orderNumber);
  return payment && isOurs && cameToNothing(payment) ? payment : undefined;
}
