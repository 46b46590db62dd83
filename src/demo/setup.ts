import { readPlan } from '../invoicing/subscriptions/plan.ts';
import { readShownEndpoint } from '../notify/webhooks/endpoint-store.ts';
import { readStandingApplication } from '../parties/applications/store.ts';
import type { Business } from '../parties/businesses/business.ts';
import { detailKey } from '../parties/businesses/details.ts';
import { nameOfFirst } from '../parties/businesses/first-start.ts';
import { insertProfile, readProfile } from '../parties/businesses/profile.ts';
import { usualTerms } from '../parties/businesses/terms.ts';
import { users } from '../parties/users/user.ts';
import { recordAct } from '../records/audit-log.ts';
import { changeTerms } from '../settlement/change-terms.ts';
import { readPayoutAccount } from '../settlement/payout-account.ts';
import { switchPayouts } from '../settlement/switch-payouts.ts';
import type { World } from '../world.ts';
import { fleetPlan, plans, shopName } from './catalogue.ts';
import { webhookUrl } from './receiver.ts';
import type { Doing, Shop } from './shop.ts';

const owner = {
  firstName: 'Maya',
  lastName: 'Okafor',
  email: 'maya.okafor@example.com',
  phone: '2075550161',
  address1: '18 Harbor Street',
  city: 'Portland',
  state: 'ME',
  postalCode: '04101',
};

const actorOf = ({ username }: Pick<Business, 'username'>) => `api:${username}`;

/** Sets up the shop's agreement with its operator: its identity, its bank account, its fees. Existing rows stay. */
export async function openShop({ world, ask }: Doing, { business }: Shop): Promise<void> {
  const { id, terms, state } = business;
  const actor = actorOf(business);
  if (!(await readProfile(world.db, id))) await introduce(world, business);
  if (!(await readStandingApplication(world.db, id))) {
    await ask('applications.submit', { body: application(shopName) });
  }
  if (
    terms.cardFeeBps === usualTerms.cardFeeBps &&
    terms.cardFeeCents === usualTerms.cardFeeCents
  ) {
    const fees = { cardFeeBps: 290, cardFeeCents: 30, achFeeCents: 80, returnFeeCents: 500 };
    await changeTerms(world, id, fees, actor);
  }
  if (state === 'payments_enabled' && (await readPayoutAccount(world.db, id))) {
    await switchPayouts(world, id, true, { actor, reason: 'The bank account was verified.' });
  }
}

/** The business of the first start has neither a face nor a name of its own. */
async function introduce({ db, now }: World, business: Business): Promise<void> {
  const { id, name } = business;
  const { email, phone } = owner;
  const details = {
    [detailKey('publicName')]: shopName,
    [detailKey('businessPhone')]: phone,
    [detailKey('businessEmail')]: 'hello@harbor-street-cycles.example',
    [detailKey('street')]: owner.address1,
    [detailKey('city')]: owner.city,
    [detailKey('stateCode')]: owner.state,
    [detailKey('postalCode')]: owner.postalCode,
  };
  await db.begin(async (tx) => {
    await insertProfile(tx, id, { email, phone, mobileNumber: undefined, details }, [], now());
    if (name !== nameOfFirst) return;
    await tx.query('update businesses set name = $2 where business_id = $1', [id, shopName]);
    const [actor, object] = [actorOf(business), `business:${id}`];
    const facts = { from: name, to: shopName };
    await recordAct(tx, {
      businessId: id,
      actor,
      act: 'business.renamed',
      object,
      facts,
      at: now(),
    });
  });
}

/** Creates the plans and users of the shop that do not exist yet. */
export async function furnish({ world, ask }: Doing, { business }: Shop): Promise<void> {
  for (const { weight: _, ...plan } of [...plans, { ...fleetPlan, weight: 0 }]) {
    if (!(await readPlan(world.db, business.id, plan.code)))
      await ask('plans.create', { body: plan });
  }
  const there = await users.read(
    world.db,
    `select ${users.columns} from users where business_id = $1`,
    [business.id],
  );
  for (const user of staff) {
    if (!there.some(({ email }) => email === user.email)) await ask('users.create', { body: user });
  }
}

const staff = [
  { name: 'Jonah Pelletier', email: 'jonah.pelletier@example.com', role: 'manager' },
  { name: 'Priya Haddad', email: 'priya.haddad@example.com', role: 'cashier' },
  { name: 'Sam Rossi', email: 'sam.rossi@example.com', role: 'viewer' },
] as const;

/** Connects the shop's site to webhooks, with more types than it must have; unless a receiver exists. */
export async function listen({ world, ask }: Doing, { business }: Shop): Promise<void> {
  const kind = 'payments';
  if (await readShownEndpoint(world.db, { businessId: business.id, kind })) return;
  const eventTypes = ['payment.refunded', 'payment.voided', 'dispute.opened', 'dispute.lost'];
  await ask('webhookEndpoints.create', { body: { kind, url: webhookUrl, eventTypes } });
}

/** Other businesses below this one, whose applications are at different points. */
export async function applyBelow({ ask, as }: Doing): Promise<void> {
  for (const { name, city, marker } of below) {
    const externalId = `demo-${marker}`;
    const { id } = await ask('businesses.create', { body: { ...newBusiness(name), externalId } });
    const body = { ...application(name, city), email: `owner+${marker}@example.com` };
    const other = await as(BigInt(id));
    await other.ask('applications.submit', { body });
  }
}

const below = [
  { name: 'Back Cove Kayaks', city: 'Portland', marker: 'outcome-approved' },
  { name: 'Lighthouse Ski & Board', city: 'Cape Elizabeth', marker: 'outcome-in-review' },
  { name: 'Mill Creek Scooters', city: 'South Portland', marker: 'outcome-needs-information' },
  { name: 'Fore Street Pawn', city: 'Portland', marker: 'outcome-declined' },
] as const;

function newBusiness(name: string) {
  const { firstName, lastName, email, phone } = owner;
  return {
    firstName,
    lastName,
    email,
    phone,
    businessLegalName: `${name} LLC`,
    url: `${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.example`,
    ein: '982345671',
  };
}

function application(name: string, city: string = owner.city) {
  return {
    ...newBusiness(name),
    ...owner,
    dateOfBirth: '05-14-1984',
    ssn: '123121234',
    dba: name,
    businessAddress: owner.address1,
    businessCity: city,
    businessState: owner.state,
    businessPostalCode: owner.postalCode,
    accountName: `${name} LLC`,
    accountNumber: '4410099120',
    bankName: 'Casco Bay Savings',
    routingNumber: '011000015',
  };
}
