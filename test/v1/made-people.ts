import { camelCased } from '../../src/api/v1/wire-form.ts';
import { Secret } from '../../src/kernel/secret.ts';
import { makeForm } from '../../src/leads/make-form.ts';
import { submitLead } from '../../src/leads/submit.ts';
import { assignConversation } from '../../src/notify/conversations/assign.ts';
import { connectAccount } from '../../src/payments/accounts/connect-account.ts';
import { bankScripts } from '../../src/payments/bank-scripts.ts';
import { askedOf, told } from '../leads/desk.ts';
import { merchantFields } from '../onboarding/fields.ts';
import type { Maker } from './maker.ts';

const actor = 'operator:ada';
const endpointKinds = { endpointId: 'payments', deletedEndpoint: 'messages' } as const;

/** Where events go; made first, so that it hears of all that follows. */
export async function makeEndpoints({ post }: Maker, url: string) {
  for (const kind of Object.values(endpointKinds)) {
    await post('/v1/webhook-endpoints', { kind, url });
  }
  return endpointKinds;
}

/** What was said of the events that happened since. */
export async function findNews({ first }: Maker) {
  const delivery = await first('/v1/deliveries?status=succeeded&endpointId=payments');
  return {
    eventId: delivery.eventId as string,
    deliveryId: delivery.id as string,
    itemId: (await first('/v1/sandbox/inbox')).id as string,
    mailId: (await first('/v1/mails')).id as string,
    conversationId: (await first('/v1/conversations')).id as string,
  };
}

/** What the simulated bank is to do with payments that nobody makes. Whoever asks `/v1` for it waits, and time passes. */
export async function makeScripts({ word, world, businessId }: Maker) {
  const script = async (order: string): Promise<string> => {
    const id = await world.ids.next(businessId);
    const what = {
      exchange: 'charge',
      does: 'lost_card',
      orderNumber: `${word} ${order}`,
    } as const;
    await bankScripts.insert(world.db, [
      { businessId, id, ...what, times: 1, createdAt: world.now() },
    ]);
    return String(id);
  };
  return { scriptId: await script('kept'), deletedScript: await script('deleted') };
}

export async function makeTexts({ word, phone, post }: Maker) {
  const text = await post('/v1/messages', { phone, body: word });
  return { messageId: text.id as string };
}

export async function makeTemplates({ word, post }: Maker) {
  const template = async (name: string): Promise<string> => {
    const body = `Hi {firstName}, the ${word} of {business} is ready.`;
    return (await post('/v1/text-templates', { name: `${word} ${name}`, body })).id;
  };
  return { templateId: await template('ready'), deletedTemplate: await template('old') };
}

/** Own words in the mails to payers. */
export async function makeMailTemplates({ word, post }: Maker) {
  const template = async (kind: string): Promise<string> => {
    const opening = `Hi {firstName}, you are a friend of the ${word}.`;
    return (await post('/v1/mail-templates', { kind, language: 'en', opening })).id;
  };
  return {
    mailTemplateId: await template('payment.captured'),
    deletedMailTemplate: await template('payment.returned'),
  };
}

/** Who takes care of a conversation, and what is said about it behind the back of the person. */
export async function assign(
  { word, world, businessId, post }: Maker,
  { conversationId, userId }: { readonly conversationId: string; readonly userId: string },
): Promise<void> {
  const key = { businessId, id: BigInt(conversationId) };
  await assignConversation(world, { ...key, assigneeId: BigInt(userId) }, actor);
  await post(`/v1/conversations/${conversationId}/notes`, { body: `${word} prefers mornings` });
}

/** Somebody who is not to be contacted, under a phone that only this business knows. */
export async function makeSilent({ word, phone, post }: Maker): Promise<void> {
  const silent = { phone: `${phone.slice(0, -2)}0${phone.slice(-1)}`, lastName: `${word} silent` };
  await post('/v1/customers', { ...silent, status: 'do_not_contact' });
}

export async function makeLeads({ world, owner, businessId, word, phone }: Maker) {
  const form = await makeForm(world, { ...askedOf(owner), name: word }, actor);
  const details = { ...told, lastName: word, phone, email: `lead@${word}.example.com` };
  const lead = await submitLead(world, { businessId, id: form.id }, details, 'a page');
  const closed = await makeForm(world, { ...askedOf(owner), name: word }, actor);
  return { formId: String(form.id), leadId: String(lead), closedForm: String(closed.id) };
}

export async function makeStaff({ word, post }: Maker) {
  const key = async (name: string): Promise<string> =>
    (await post('/v1/api-keys', { name: `${word} ${name}`, rights: ['administer'] })).id;
  const user = async (name: string): Promise<string> => {
    const email = `${name}@${word}.example.com`;
    return (await post('/v1/users', { name: `${word} ${name}`, email, role: 'viewer' })).id;
  };
  const made = {
    keyId: await key('one'),
    rotatedKey: await key('two'),
    revokedKey: await key('three'),
    userId: await user('grace'),
    disabledUser: await user('joan'),
    invitedUser: await user('jean'),
  };
  await post(`/v1/users/${made.disabledUser}/disable`);
  return made;
}

/** In a currency of their own, so that other payments go where they went. */
export async function makeAccounts(
  { world, owner, word }: Maker,
  { url: address, key }: { readonly url: string; readonly key: string },
) {
  const made = { accountId: `${word}-one`, otherAccount: `${word}-two` };
  for (const name of Object.values(made)) {
    const connection = { processor: 'nmi', currency: 'CAD', merchant: undefined } as const;
    const more = { name, address, key: new Secret(key) };
    await connectAccount(world, owner.business, { ...connection, ...more }, actor);
  }
  return made;
}

export const inCamelCase = (fields: object) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [camelCased(name), value]));
const { businessTypeId: _, ...form } = inCamelCase(merchantFields);
export const applicationBody: Readonly<Record<string, unknown>> = form;

/** Businesses below, and their applications, in the states that requests about them need. */
export async function makeBusinesses({ v1, word, post }: Maker, businessBody: object) {
  const business = async () =>
    await post('/v1/businesses', { ...businessBody, businessLegalName: `${word} Flowers` });
  const apply = async (marker: string) => {
    const { id, secret: apiKey } = await business();
    const businessLegalName = `${word} ${marker}`;
    const body = { ...form, businessLegalName };
    const made = await post('/v1/applications', body, { as: { apiKey } });
    return { id: id as string, application: made.id as string };
  };
  const [open, asked, approved, declined, withdrawn] = await Promise.all([
    apply('outcome-in-review'),
    apply('outcome-needs-information'),
    apply('outcome-in-review'),
    apply('outcome-in-review'),
    apply('outcome-in-review'),
  ]);
  const [below, suspended, reinstated, closed, applicant] = await Promise.all(
    Array.from({ length: 5 }, async () => (await business()).id as string),
  );
  const reason = 'a complaint';
  await post(`/v1/businesses/${reinstated}/suspend`, { reason }, { as: v1.caller });
  return {
    belowId: below!,
    suspendedLater: suspended!,
    reinstatedLater: reinstated!,
    closedLater: closed!,
    applicant: applicant!,
    businessId: open.id,
    applicationId: open.application,
    askedBusiness: asked.id,
    askedApplication: asked.application,
    approvedBusiness: approved.id,
    approvedApplication: approved.application,
    declinedBusiness: declined.id,
    declinedApplication: declined.application,
    withdrawnBusiness: withdrawn.id,
    withdrawnApplication: withdrawn.application,
  };
}
