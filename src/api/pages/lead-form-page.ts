import { todayIn } from '../../kernel/calendar.ts';
import type { Html } from '../../kernel/html.ts';
import { readAnswers } from '../../leads/answers.ts';
import { readForm } from '../../leads/form-store.ts';
import type { LeadForm } from '../../leads/lead-form.ts';
import { submitLead } from '../../leads/submit.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { atClockOf } from '../../parties/businesses/clock.ts';
import { hasService } from '../../parties/businesses/offering.ts';
import { findPage } from '../../parties/businesses/page-address.ts';
import { type PublicProfile, readFace } from '../../parties/businesses/public-profile.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import { createAddressLimiter } from '../../runtime/rate-limiter.ts';
import type { World } from '../../world.ts';
import { htmlPage, redirectTo } from './layout.ts';
import {
  closedPart,
  faultsFor,
  type LeadPage,
  leadFormPart,
  thanksPart,
  trapField,
} from './lead-form-part.ts';
import type { Form, MakeRoute, Page, Visit } from './page.ts';
import { readStamp, type Stamp, stampForm } from './page-stamp.ts';

/** Faster than any person fills in a form. */
const leastMs = 3000;
/** For each network address, where limits hold. */
const limit = { burst: 10, perSecond: 1 / 60 };

type Opened = {
  readonly business: Business;
  readonly face: PublicProfile;
  readonly form: LeadForm;
};

/** The page of a lead form. */
export const leadFormPages: MakeRoute = (world) => {
  const submits = createAddressLimiter({ ...limit, now: world.now });

  return {
    below: '/form/',
    async answer(visit) {
      const [secret = '', ...more] = visit.parts;
      const opened = more.length === 0 && (await open(world, secret));
      if (!opened) return undefined;
      const { business, face, form } = opened;
      if (
        form.state === 'closed' ||
        business.state === 'suspended' ||
        business.state === 'closed' ||
        !hasService(business, 'leads')
      ) {
        return pageOf(opened, { status: 410, body: closedPart(face) });
      }
      if (visit.form) return await taken(opened, visit, visit.form);
      if (visit.query.has('sent')) return pageOf(opened, { body: thanksPart(face, form) });
      return formPage(opened, visit, { stamp: stampForm(world, form) });
    },
  };

  /** Stores the lead, or shows the form again with its faults: no input of a person is lost. */
  async function taken(opened: Opened, visit: Visit, sent: Form): Promise<Page> {
    const { business, form } = opened;
    const stamp = readStamp(world, form, sent.text('page'));
    const again = { stamp: stamp ?? stampForm(world, form), sent };
    const today = todayIn(business.timeZone, atClockOf(world, business).now());
    const answers = readAnswers(form, { getAll: (field) => sent.all(field) }, today);
    if (!answers.ok) {
      const faults = faultsFor(form, answers.flaws);
      return formPage(opened, visit, { ...again, faults, status: 422 });
    }
    if (!stamp || looksLikeRobot(sent, stamp)) {
      world.log.info('lead.shown_again', { businessId: business.id });
      return formPage(opened, visit, { ...again, note: onceMore, status: 422 });
    }
    if (business.limited && !submits.take(visit.from).ok) {
      return formPage(opened, visit, { ...again, note: later, status: 429 });
    }
    await submitLead(atClockOf(world, business), form, answers.value, stamp.text);
    return redirectTo(`${visit.path}?sent`);
  }

  /** True when the hidden field is filled in, or the form came too fast. */
  function looksLikeRobot(sent: Form, { givenAt }: Stamp): boolean {
    return sent.text(trapField) !== '' || world.now().getTime() - givenAt.getTime() < leastMs;
  }
};

const onceMore = 'Please look over what you wrote, and send it once more.';
const later =
  'Too much was sent from your network just now. Please send it once more in a few minutes.';

async function open(world: World, secretPart: string): Promise<Opened | undefined> {
  const page = await findPage(world.db, 'lead_form', secretPart);
  if (!page) return undefined;
  const { businessId, objectId } = page;
  const business = await readBusiness(world.db, businessId);
  const face = await readFace(world.db, businessId);
  const form = await readForm(world.db, businessId, objectId);
  return business && face && form && { business, face, form };
}

type Again = Pick<LeadPage, 'stamp' | 'sent' | 'faults' | 'note'> & { readonly status?: number };

function formPage(opened: Opened, { path }: Visit, { status = 200, ...again }: Again): Page {
  const { face, form } = opened;
  return pageOf(opened, { status, body: leadFormPart({ path, face, form, ...again }) });
}

function pageOf(
  { form, face: { branding } }: Opened,
  { status = 200, body }: { status?: number; body: Html },
): Page {
  return htmlPage({ status, title: form.name, body, branding });
}
