import type { Html } from '../base/html.ts';
import { createLimiter } from '../base/limits.ts';
import type { Business } from '../businesses/business.ts';
import { atClockOf } from '../businesses/clock.ts';
import { type Face, readFace } from '../businesses/face.ts';
import { findPage } from '../businesses/page-address.ts';
import { readBusiness } from '../businesses/store.ts';
import { readAnswers } from '../leads/answers.ts';
import { readForm } from '../leads/form-store.ts';
import type { LeadForm } from '../leads/lead-form.ts';
import { submitLead } from '../leads/submit.ts';
import type { World } from '../world.ts';
import type { Form } from './form.ts';
import { goTo, htmlPage } from './layout.ts';
import {
  closedPart,
  faultsFor,
  type LeadPage,
  leadFormPart,
  thanksPart,
  trapField,
} from './lead-form-part.ts';
import type { MakeRoute, Page, Visit } from './page.ts';
import { newStamp, readStamp, type Stamp } from './page-stamp.ts';

/** Nobody reads and fills in a form in less. */
const leastMs = 3000;
/** Of one address, where limits hold: ten at once, then one a minute. */
const limit = { burst: 10, perSecond: 1 / 60 };

type Opened = { readonly business: Business; readonly face: Face; readonly form: LeadForm };

/** Where people who want to hear from a business say who they are. */
export const leadFormPages: MakeRoute = (world) => {
  const submits = createLimiter({ ...limit, now: world.now });

  return {
    below: '/form/',
    async answer(visit) {
      const opened = visit.parts.length === 1 && (await open(world, visit.parts[0]!));
      if (!opened) return undefined;
      const { business, face, form } = opened;
      if (
        form.state === 'closed' ||
        business.state === 'suspended' ||
        business.state === 'closed'
      ) {
        return pageOf(opened, { status: 410, body: closedPart(face) });
      }
      if (visit.form) return await taken(opened, visit, visit.form);
      if (visit.query.has('sent')) return pageOf(opened, { body: thanksPart(face, form) });
      return formPage(opened, visit, { stamp: newStamp(world, form) });
    },
  };

  /** What was sent is kept, or shown once more with what is wrong: nothing that a person wrote is thrown away. */
  async function taken(opened: Opened, visit: Visit, sent: Form): Promise<Page> {
    const { business, form } = opened;
    const stamp = readStamp(world, form, sent.text('page'));
    const again = { stamp: stamp ?? newStamp(world, form), sent };
    const told = readAnswers(form, { getAll: (field) => sent.all(field) });
    if (!told.ok) {
      const faults = faultsFor(form, told.flaws);
      return formPage(opened, visit, { ...again, faults, status: 422 });
    }
    if (!stamp || looksLikeRobot(sent, stamp)) {
      world.log.info('lead.shown_again', { businessId: business.id });
      return formPage(opened, visit, { ...again, note: onceMore, status: 422 });
    }
    if (business.limited && !submits.take(visit.from).ok) {
      return formPage(opened, visit, { ...again, note: later, status: 429 });
    }
    await submitLead(atClockOf(world, business), form, told.value, stamp.text);
    return goTo(`${visit.path}?sent`);
  }

  /** Who fills in what nobody sees, or is done before anybody could read it. */
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

function pageOf({ form }: Opened, { status = 200, body }: { status?: number; body: Html }): Page {
  return htmlPage({ status, title: form.name, body });
}
