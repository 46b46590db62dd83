import { todayIn } from '../../kernel/calendar.ts';
import type { Html } from '../../kernel/html.ts';
import { speaker } from '../../kernel/language.ts';
import { readAnswers } from '../../leads/answers.ts';
import { readForm } from '../../leads/form-store.ts';
import type { LeadForm } from '../../leads/lead-form.ts';
import { submitLead } from '../../leads/submit.ts';
import type { Business } from '../../parties/businesses/business.ts';
import { atClockOf } from '../../parties/businesses/clock.ts';
import { hasService } from '../../parties/businesses/offering.ts';
import { findPage } from '../../parties/businesses/page-address.ts';
import {
  languageOf,
  type PublicProfile,
  readFace,
} from '../../parties/businesses/public-profile.ts';
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
import { addressOf, faceFor } from './page-language.ts';
import { readStamp, type Stamp, stampForm } from './page-stamp.ts';
import { lead as words } from './words/lead.ts';

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
      const found = more.length === 0 && (await open(world, secret));
      if (!found) return undefined;
      const opened = { ...found, face: faceFor(visit, found.face), at: visit };
      const { business, form } = opened;
      if (
        form.state === 'closed' ||
        business.state === 'suspended' ||
        business.state === 'closed' ||
        !hasService(business, 'leads')
      ) {
        return pageOf(opened, { status: 410, body: closedPart(opened) });
      }
      if (visit.form) return await taken(opened, visit, visit.form);
      if (visit.query.has('sent')) return pageOf(opened, { body: thanksPart(opened) });
      return formPage(opened, { stamp: stampForm(world, form) });
    },
  };

  /** Stores the lead, or shows the form again with its faults: no input of a person is lost. */
  async function taken(opened: Shown, visit: Visit, sent: Form): Promise<Page> {
    const { business, form } = opened;
    const language = languageOf(opened.face);
    const say = speaker(language);
    const stamp = readStamp(world, form, sent.text('page'));
    const again = { stamp: stamp ?? stampForm(world, form), sent };
    const today = todayIn(business.timeZone, atClockOf(world, business).now());
    const answers = readAnswers(form, { getAll: (field) => sent.all(field) }, today);
    if (!answers.ok) {
      const faults = faultsFor(form, answers.flaws, language);
      return formPage(opened, { ...again, faults, status: 422 });
    }
    if (!stamp || looksLikeRobot(sent, stamp)) {
      world.log.info('lead.shown_again', { businessId: business.id });
      return formPage(opened, { ...again, note: say(words.onceMore), status: 422 });
    }
    if (business.limited && !submits.take(visit.from).ok) {
      return formPage(opened, { ...again, note: say(words.later), status: 429 });
    }
    await submitLead(atClockOf(world, business), form, answers.value, stamp.text);
    return redirectTo(addressOf(visit, 'sent'));
  }

  /** True when the hidden field is filled in, or the form came too fast. */
  function looksLikeRobot(sent: Form, { givenAt }: Stamp): boolean {
    return sent.text(trapField) !== '' || world.now().getTime() - givenAt.getTime() < leastMs;
  }
};

async function open(world: World, secretPart: string): Promise<Opened | undefined> {
  const page = await findPage(world.db, 'lead_form', secretPart);
  if (!page) return undefined;
  const { businessId, objectId } = page;
  const business = await readBusiness(world.db, businessId);
  const face = await readFace(world.db, businessId);
  const form = await readForm(world.db, businessId, objectId);
  return business && face && form && { business, face, form };
}

type Shown = Opened & Pick<LeadPage, 'at'>;
type Again = Pick<LeadPage, 'stamp' | 'sent' | 'faults' | 'note'> & { readonly status?: number };

function formPage(opened: Shown, { status = 200, ...again }: Again): Page {
  const { at, face, form } = opened;
  return pageOf(opened, { status, body: leadFormPart({ at, face, form, ...again }) });
}

function pageOf(
  { form, face }: Shown,
  { status = 200, body }: { status?: number; body: Html },
): Page {
  const { branding } = face;
  return htmlPage({ status, language: languageOf(face), title: form.name, body, branding });
}
