import { insertPages, type PageName, pageAddress } from '../businesses/page-address.ts';
import { recordAct } from '../trail/trail.ts';
import type { World } from '../world.ts';
import { closeRow, insertForm } from './form-store.ts';
import type { LeadForm } from './lead-form.ts';

export type NewForm = Omit<LeadForm, 'id' | 'state' | 'createdAt'>;

/** Opens a form under a secret address. */
export async function makeForm(world: World, wish: NewForm, actor: string): Promise<LeadForm> {
  const { businessId, name } = wish;
  const id = await world.ids.next(businessId);
  const at = world.now();
  const form: LeadForm = { ...wish, id, state: 'open', createdAt: at };
  await world.db.begin(async (tx) => {
    await insertForm(tx, form);
    await insertPages(tx, world.vault, [pageOf(form)]);
    const [act, object] = ['lead_form.opened', `lead_form:${id}`];
    await recordAct(tx, { businessId, actor, act, object, facts: { name }, at });
  });
  return form;
}

/** False: there is no such form that is open. What came in through it stays. */
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

/** Where it is filled in. */
export function formAddress(world: World, form: Pick<LeadForm, 'businessId' | 'id'>): string {
  return pageAddress(world, pageOf(form));
}

function pageOf({ businessId, id: objectId }: Pick<LeadForm, 'businessId' | 'id'>): PageName {
  return { businessId, kind: 'lead_form', objectId };
}
