import { hash } from 'node:crypto';
import { usualCountry } from '../kernel/places.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { World } from '../world.ts';
import type { LeadDetails } from './lead.ts';
import type { LeadForm } from './lead-form.ts';
import { findBySubmission, insertFormLead } from './store.ts';

/**
 * Takes a filled-in form: finds or makes the customer by phone and e-mail, and makes a lead that waits for the system
 * of the business. The same page with the same answers is the same lead; changed answers make another one.
 */
export async function submitLead(
  world: World,
  { businessId, id: formId }: Pick<LeadForm, 'businessId' | 'id'>,
  details: LeadDetails,
  pageId: string,
): Promise<bigint> {
  const { answers: _, personal: __, email, ...person } = details;
  const contact = {
    ...person,
    email: email.toLowerCase(),
    externalId: undefined,
    countryCode: person.countryCode ?? usualCountry,
  };
  const submission = hash('sha256', JSON.stringify([pageId, details]), 'buffer');
  const key = { businessId, formId, submission };
  for (let tries = 1; tries <= 5; tries += 1) {
    const id = await world.ids.next(businessId);
    const lead = { ...key, id, contact, details, createdAt: world.now() };
    if (await insertFormLead(world.db, lead)) return id;
    const earlier = await findBySubmission(world.db, key);
    if (earlier !== undefined) return earlier;
    // A concurrent request made the same customer; the next try finds it.
  }
  throw new Refusal('busy');
}
