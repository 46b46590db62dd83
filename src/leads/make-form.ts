import { claimPages, type PageName, pageAddress } from '../parties/businesses/page-address.ts';
import { recordAct } from '../records/audit-log.ts';
import type { World } from '../world.ts';
import { closeRow, insertForm } from './form-store.ts';
import type { LeadForm } from './lead-form.ts';

/** The text at the end of a form that has none of its own. */
export const usualThanks = 'Thank you. We will be in touch.';

export type NewForm = Omit<LeadForm, 'id' | 'state' | 'createdAt'>;

/** Makes a form with a secret address. */
export async function makeForm(world: World, newForm: NewForm, actor: string): Promise<LeadForm> {
  const { businessId, name } = newForm;
  const id = await world.ids.next(businessId);
  const at = world.now();
  const form: LeadForm = { ...newForm, id, state: 'open', createdAt: at };
  await claimPages(world, [pageOf(form)]); // committed
  await world.db.begin(async (tx) => {
    await insertForm(tx, form);
    const [act, object] = ['lead_form.opened', `lead_form:${id}`];
    await recordAct(tx, { businessId, actor, act, object, facts: { name }, at });
  });
  return form;
}

/** False when there is no such open form. Its leads stay. */
export async function closeForm(
  world: World,
  { businessId, id }: Pick<LeadForm, 'businessId' | 'id'>,
  actor: string,
): Promise<boolean> {
  return await world.db.begin(async (tx) => {
    if (!(await closeRow(tx, businessId, id))) return false;
    const [act, object] = ['lead_form.closed', `lead_form:${id}`];
    await recordAct(tx, { businessId, actor, act, object, facts: {}, at: world.now() });
    return true;
  });
}

/** The address of its page. */
export function formAddress(world: World, form: Pick<LeadForm, 'businessId' | 'id'>): string {
  return pageAddress(world, pageOf(form));
}

function pageOf({ businessId, id: objectId }: Pick<LeadForm, 'businessId' | 'id'>): PageName {
  return { businessId, kind: 'lead_form', objectId };
}
