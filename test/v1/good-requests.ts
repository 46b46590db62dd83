import { type Endpoint, onlyReads } from '../../src/api/v1/endpoint.ts';
import { png } from '../images.ts';
import { businessFields } from '../onboarding/fields.ts';
import type { Made } from './everything.ts';
import { applicationBody, inCamelCase } from './made-people.ts';
import { card } from './serve.ts';

/** A request that is accepted for a business that `makeEverything` filled. */
export type Good = {
  /** In the place of what the parameters of the path are called. */
  readonly params?: Readonly<Record<string, string>>;
  /** Behind the path, where an endpoint needs one. */
  readonly query?: string;
  readonly body?: unknown;
  /** The business below that the call is for. */
  readonly below?: string;
  /** True for what only the business above the owner may do. */
  readonly byRoot?: true;
  /** True for what hands out more rights than the one that the endpoint needs: the key must have them all. */
  readonly grants?: true;
};
export type Request = {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly below?: string;
  readonly by: 'owner' | 'root';
  readonly grants: boolean;
};

/** Undefined: nobody said what a good request for this endpoint is. */
export function goodRequest(endpoint: Endpoint, made: Made): Request | undefined {
  const good = goodRequests[endpoint.id]?.(made) ?? (onlyReads(endpoint) ? {} : undefined);
  if (!good || (endpoint.body && good.body === undefined)) return undefined;
  const { params = {}, query = '', byRoot, grants = false, ...rest } = good;
  const named: Readonly<Record<string, string>> = { ...made, ...params };
  const names = Object.keys(endpoint.params);
  if (names.some((name) => named[name] === undefined)) return undefined;
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(named[name]!),
  );
  const by = byRoot || endpoint.forOperator ? 'root' : 'owner';
  return { ...rest, method: endpoint.method, path: path + query, by, grants };
}

/** What may stand whole in the place of its id. */
export function expansionsOf({ query }: Endpoint): readonly string[] {
  const { items } = (query.expand?.schema ?? {}) as { items?: { enum: readonly string[] } };
  return items?.enum ?? [];
}

/** The same request with ids that nobody has. */
export function nobodys(made: Made): Made {
  const others = Object.entries(made).map(([name, value]) => [name, nobodysValue(name, value)]);
  return Object.fromEntries(others) as Made;
}

/** Of the right form. */
function nobodysValue(name: string, value: string): string {
  if (name.startsWith('gateway')) return value;
  if (name.endsWith('ndpoint') || name === 'endpointId') return 'customers';
  if (/^\d+$/.test(value)) return '987654321';
  if (value.startsWith('card_')) return `card_${'Z'.repeat(24)}`;
  return name === 'eventId' ? '00000000-0000-7000-8000-999999999999' : 'nobody';
}

const reason = 'as agreed';
const goodRequests: Readonly<Record<string, (made: Made) => Good>> = {
  'payments.create': ({ token, customerId }) => ({
    body: { amount: 1250, source: { token }, customerId },
  }),
  'payments.capture': ({ capturedLater }) => ({
    params: { paymentId: capturedLater },
    body: { amount: 900 },
  }),
  'payments.void': ({ voidedLater }) => ({ params: { paymentId: voidedLater } }),
  'payments.refund': () => ({ body: { amount: 100 } }),
  'payments.resendReceipt': () => ({ body: { email: 'ada@example.com' } }),
  'customers.create': () => ({ body: { email: 'grace@example.com', lastName: 'Hopper' } }),
  'customers.update': () => ({ body: { city: 'Salem' } }),
  'customers.merge': ({ mergedCustomer }) => ({ body: { from: mergedCustomer } }),
  'customers.forget': ({ forgottenCustomer }) => ({ params: { customerId: forgottenCustomer } }),
  'imports.create': () => ({
    body: { kind: 'customers', rows: [{ id: 'I-1', lastName: 'Lovelace' }], dryRun: false },
  }),
  'exports.rows': () => ({ query: '?kind=customers&format=csv' }),
  'tokens.create': ({ customerId }) => ({ body: { source: { card }, customerId } }),
  'tokens.delete': ({ deletedToken }) => ({ params: { token: deletedToken } }),
  'apiKeys.create': () => ({ body: { name: 'another', rights: ['administer'] } }),
  'apiKeys.rotate': ({ rotatedKey }) => ({
    params: { keyId: rotatedKey },
    body: { graceSeconds: 3600 },
  }),
  'apiKeys.update': () => ({ body: { name: 'renamed' } }),
  'apiKeys.revoke': ({ revokedKey }) => ({ params: { keyId: revokedKey } }),
  'users.create': () => ({
    body: { email: 'edith@example.com', name: 'Edith', role: 'viewer' },
    grants: true,
  }),
  'users.update': () => ({ body: { name: 'Another Name' }, grants: true }),
  'users.invite': ({ invitedUser }) => ({ params: { userId: invitedUser }, grants: true }),
  'users.showInvitation': ({ invitedUser }) => ({ params: { userId: invitedUser }, grants: true }),
  'users.endSessions': () => ({ grants: true }),
  'users.disable': () => ({ grants: true }),
  'users.enable': ({ disabledUser }) => ({ params: { userId: disabledUser }, grants: true }),
  'plans.create': () => ({ body: { code: 'weekly', amount: 900, interval: 'weekly' } }),
  'plans.update': () => ({ body: { amount: 950 } }),
  'subscriptions.create': ({ token, code }) => ({ body: { token, planCode: code } }),
  'subscriptions.update': () => ({ body: { amount: 1900 } }),
  'subscriptions.previewChange': () => ({ body: { amount: 1900 } }),
  'subscriptions.changeSource': ({ otherToken }) => ({ body: { token: otherToken } }),
  'subscriptions.pause': () => ({}),
  'subscriptions.showAddress': () => ({}),
  'subscriptions.replaceAddress': () => ({}),
  'subscriptions.resume': ({ pausedSubscription }) => ({
    params: { subscriptionId: pausedSubscription },
  }),
  'subscriptions.cancel': () => ({ body: {} }),
  'subscriptions.keep': ({ endingSubscription }) => ({
    params: { subscriptionId: endingSubscription },
  }),
  'webhookEndpoints.create': () => ({
    body: { kind: 'customers', url: 'https://hooks.example.com/' },
  }),
  'webhookEndpoints.update': () => ({ body: { eventTypes: [] } }),
  'webhookEndpoints.delete': ({ deletedEndpoint }) => ({
    params: { endpointId: deletedEndpoint },
  }),
  'webhookEndpoints.enable': () => ({}),
  'webhookEndpoints.rotateSecret': () => ({ body: {} }),
  'webhookEndpoints.test': () => ({}),
  'webhookEndpoints.replay': () => ({ body: { since: '2030-01-01T00:00:00Z' } }),
  'deliveries.replay': () => ({}),
  'achEntries.represent': ({ returnedEntry }) => ({
    params: { entryId: returnedEntry },
    body: {},
  }),
  'batches.close': () => ({ body: {} }),
  'cases.propose': () => ({ body: { decision: 'noted', note: 'seen' } }),
  // Of one that something was done about.
  'cases.history': ({ proposedCase }) => ({ params: { caseId: proposedCase } }),
  'cases.confirm': ({ proposedCase }) => ({
    params: { caseId: proposedCase },
    body: { decision: 'noted' },
  }),
  'cases.reject': ({ rejectedCase }) => ({
    params: { caseId: rejectedCase },
    body: { note: 'not so' },
  }),
  'conversations.markRead': () => ({ body: {} }),
  'conversations.update': ({ invitedUser }) => ({ body: { assigneeId: invitedUser } }),
  'conversations.addNote': () => ({ body: { body: 'Prefers mornings.' } }),
  'textTemplates.create': () => ({ body: { name: 'Ready', body: 'Hi {firstName}.' } }),
  'textTemplates.update': () => ({ body: { body: 'Hello {firstName}.' } }),
  'textTemplates.delete': ({ deletedTemplate }) => ({ params: { templateId: deletedTemplate } }),
  'mailTemplates.create': () => ({
    body: { kind: 'payment.voided', language: 'fr', opening: 'Bonjour {firstName}.' },
  }),
  'mailTemplates.preview': () => ({
    body: { kind: 'payment.refunded', language: 'es', closing: 'Hasta pronto.' },
  }),
  'mailTemplates.update': () => ({ body: { subject: 'Thank you, {firstName}' } }),
  'mailTemplates.delete': ({ deletedMailTemplate }) => ({
    params: { mailTemplateId: deletedMailTemplate },
  }),
  // Only the first of two businesses knows that it is not to be contacted: see makeSilent.
  'messages.outlook': () => ({ query: '?phone=6175550103' }),
  'messages.create': () => ({ body: { phone: '6175550125', body: 'Hello.' } }),
  'messages.cancel': ({ canceledMessage }) => ({ params: { messageId: canceledMessage } }),
  'sandbox.writeText': () => ({ body: { from: '6175550125', body: 'When do you open?' } }),
  // Where cards are charged at a gateway the clock stays.
  'sandbox.advance': ({ belowId }) => ({ body: { hours: 1 }, below: belowId }),
  // It waits, and the clock is to stay where the others are.
  'bankScripts.create': ({ belowId }) => ({
    body: { exchange: 'charge', does: 'lost_card', orderNumber: 'nobody makes it' },
    below: belowId,
  }),
  'bankScripts.delete': ({ deletedScript }) => ({ params: { scriptId: deletedScript } }),
  'leads.acknowledge': () => ({ body: { message: 'taken' } }),
  'leadForms.create': () => ({ body: { name: 'Autumn offer' } }),
  'leadForms.close': ({ closedForm }) => ({ params: { formId: closedForm } }),
  'invoices.void': ({ voidedInvoice }) => ({ params: { invoiceId: voidedInvoice } }),
  'payLinks.create': ({ customerId }) => ({ body: { amount: 900, customerId } }),
  'payLinks.createMany': ({ customerId }) => ({
    body: { rows: [{ amount: 900, customerId, copy: 1 }], round: 'January', dryRun: false },
  }),
  'payLinks.showAddress': () => ({}),
  'payLinks.remind': () => ({ body: {} }),
  'payLinks.revoke': ({ revokedLink }) => ({ params: { payLinkId: revokedLink } }),
  'processorAccounts.connect': ({ gatewayUrl, gatewayKey }) => ({
    body: { processor: 'nmi', name: 'another', key: gatewayKey, address: gatewayUrl },
    // An address is for the business at the root.
    byRoot: true,
  }),
  'processorAccounts.check': () => ({}),
  'processorAccounts.choose': ({ otherAccount }) => ({
    params: { accountId: otherAccount },
    body: {},
  }),
  'processorAccounts.stop': ({ otherAccount }) => ({
    params: { accountId: otherAccount },
    body: { reason },
  }),
  'businesses.create': ({ belowId }) => ({
    body: { ...inCamelCase(businessFields), parentId: belowId },
    grants: true,
  }),
  'businesses.update': ({ belowId }) => ({
    params: { businessId: belowId },
    body: { businessCity: 'Salem' },
  }),
  'businesses.updateTerms': ({ belowId }) => ({
    params: { businessId: belowId },
    body: { cardFeeBps: 290 },
  }),
  'businesses.updateBranding': ({ belowId }) => ({
    params: { businessId: belowId },
    body: { accentColor: '#1f4fd8', logo: png().toString('base64') },
  }),
  'businesses.suspend': ({ suspendedLater }) => ({
    params: { businessId: suspendedLater },
    body: { reason },
  }),
  'businesses.reinstate': ({ reinstatedLater }) => ({
    params: { businessId: reinstatedLater },
    body: { reason },
  }),
  'businesses.close': ({ closedLater }) => ({
    params: { businessId: closedLater },
    body: { reason },
  }),
  'applications.submit': ({ applicant }) => ({ body: applicationBody, below: applicant }),
  'applications.retrieve': ({ businessId }) => ({ below: businessId }),
  'applications.answer': ({ askedBusiness, askedApplication }) => ({
    params: { applicationId: askedApplication },
    below: askedBusiness,
    body: { reason, fields: { url: 'https://park.example.com' } },
  }),
  'applications.requestInformation': ({ businessId }) => ({
    below: businessId,
    body: { reason, requirements: ['website'] },
  }),
  'applications.approve': ({ approvedBusiness, approvedApplication }) => ({
    params: { applicationId: approvedApplication },
    below: approvedBusiness,
    body: { reason },
  }),
  'applications.decline': ({ declinedBusiness, declinedApplication }) => ({
    params: { applicationId: declinedApplication },
    below: declinedBusiness,
    body: { reason, outcomeCodes: ['business_not_verified'] },
  }),
  'applications.withdraw': ({ withdrawnBusiness, withdrawnApplication }) => ({
    params: { applicationId: withdrawnApplication },
    below: withdrawnBusiness,
    body: { reason },
  }),
  'checkoutSessions.create': ({ customerId }) => ({
    body: { amount: 900, customerId, successUrl: 'https://shop.example.com/paid' },
  }),
  'fieldSessions.create': ({ customerId }) => ({
    body: { kind: 'card', origins: ['https://shop.example.com'], customerId },
  }),
  'checkoutSessions.expire': ({ expiredSession }) => ({ params: { sessionId: expiredSession } }),
};
