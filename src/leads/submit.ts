import { hash } from 'node:crypto';
import { usualCountry } from '../base/places.ts';
import { Refusal } from '../base/refusal.ts';
import type { World } from '../world.ts';
import type { LeadDetails } from './lead.ts';
import type { LeadForm } from './lead-form.ts';
import { findBySubmission, insertFormLead } from './store.ts';

/**
 * Somebody filled in a form: the customer is found or made as a payer is, by phone and e-mail, and what was told
 * waits for the system of the business. The same page with the same answers again is the same lead; answers that
 * were changed on it are another one, since somebody wanted them to arrive.
 */
export async function submitLead(
  world: World,
  { businessId, id: formId }: Pick<LeadForm, 'businessId' | 'id'>,
  details: LeadDetails,
  pageId: string,
): Promise<bigint> {
  const { answers: _, email, ...person } = details;
  const contact = {
    ...person,
    email: email.toLowerCase(),
    externalId: undefined,
    countryCode: usualCountry,
  };
  const submission = hash('sha256', JSON.stringify([pageId, details]), 'buffer');
  const key = { businessId, formId, submission };
  for (let tries = 1; tries <= 5; tries += 1) {
    const id = await world.ids.next(businessId);
    const lead = { ...key, id, contact, details, createdAt: world.now() };
    if (await insertFormLead(world.db, lead)) return id;
    const earlier = await findBySubmission(world.db, key);
    if (earlier !== undefined) return earlier;
    // Somebody made the same customer just now; the next look sees it.
  }
  throw new Refusal('busy');
}
