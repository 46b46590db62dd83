import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import type { Here } from './data/business.tsx';
import type { Right } from './data/session.ts';
import type { IconName } from './parts/icon.tsx';
import { common } from './words/common.ts';
import type { Text } from './words/language.ts';
import { places as words } from './words/places.ts';
import { terminal } from './words/terminal.ts';

type Load = () => Promise<{ default: ComponentType }>;
type Screen = LazyExoticComponent<ComponentType> & { readonly load: Load };

/** A screen, where it is, who may see it, and where the navigation has it. */
export type Place = {
  /** Below the address of the business, as wouter writes it: `/payments/:paymentId`. */
  readonly path: string;
  readonly title: Text;
  readonly screen: Screen;
  readonly icon: IconName;
  /** Left out: `read`. */
  readonly right?: Right;
  /** In the navigation, and in which part of it. */
  readonly group?: Group;
  /** G and this letter go there. */
  readonly letter?: string;
  readonly where?: (here: Here) => boolean;
};

export const groups = ['main', 'developers', 'business', 'operator'] as const;
export type Group = (typeof groups)[number];
export const groupTitles: Readonly<Record<Group, Text | undefined>> = {
  main: undefined,
  developers: common.developers,
  business: common.business,
  operator: common.operator,
};

const inSandbox = ({ business }: Here) => business.environment === 'sandbox';
const atRoot = ({ membership, business }: Here) =>
  business.isRoot && membership.rights.includes('operate');

const screen = (load: Load): Screen => Object.assign(lazy(load), { load });

/** Every screen. Navigation, palette, keys and the test of roles read this table. */
export const places: readonly Place[] = [
  {
    path: '/',
    title: words.home,
    icon: 'home',
    group: 'main',
    letter: 'H',
    screen: screen(() => import('./screens/home.tsx')),
  },
  {
    path: '/payments',
    title: words.payments,
    icon: 'card',
    group: 'main',
    letter: 'P',
    screen: screen(() => import('./screens/payments.tsx')),
  },
  {
    path: '/payments/:paymentId',
    title: words.payment,
    icon: 'card',
    screen: screen(() => import('./screens/payment.tsx')),
  },
  {
    path: '/terminal',
    title: terminal.title,
    icon: 'plus',
    right: 'charge',
    screen: screen(() => import('./screens/terminal.tsx')),
  },
  {
    path: '/refunds',
    title: words.refunds,
    icon: 'refund',
    group: 'main',
    screen: screen(() => import('./screens/refunds.tsx')),
  },
  {
    path: '/customers',
    title: words.customers,
    icon: 'people',
    group: 'main',
    letter: 'C',
    screen: screen(() => import('./screens/customers.tsx')),
  },
  {
    path: '/customers/:customerId',
    title: words.customer,
    icon: 'people',
    screen: screen(() => import('./screens/customer.tsx')),
  },
  {
    path: '/webhooks',
    title: words.webhooks,
    icon: 'hook',
    group: 'developers',
    letter: 'W',
    screen: screen(() => import('./screens/webhooks.tsx')),
  },
  {
    path: '/deliveries',
    title: words.deliveries,
    icon: 'send',
    group: 'developers',
    screen: screen(() => import('./screens/deliveries.tsx')),
  },
  {
    path: '/deliveries/:deliveryId',
    title: words.deliveries,
    icon: 'send',
    screen: screen(() => import('./screens/delivery.tsx')),
  },
  {
    path: '/api-keys',
    title: words.apiKeys,
    icon: 'key',
    group: 'developers',
    right: 'administer',
    screen: screen(() => import('./screens/api-keys.tsx')),
  },
  {
    path: '/sandbox',
    title: words.sandbox,
    icon: 'flask',
    group: 'developers',
    letter: 'S',
    where: inSandbox,
    screen: screen(() => import('./screens/sandbox.tsx')),
  },
  {
    path: '/inbox',
    title: words.inbox,
    icon: 'inbox',
    group: 'developers',
    where: inSandbox,
    screen: screen(() => import('./screens/inbox.tsx')),
  },
  {
    path: '/inbox/:itemId',
    title: words.inbox,
    icon: 'inbox',
    where: inSandbox,
    screen: screen(() => import('./screens/inbox-item.tsx')),
  },
  {
    path: '/events',
    title: words.events,
    icon: 'list',
    group: 'developers',
    screen: screen(() => import('./screens/events.tsx')),
  },
  {
    path: '/events/:eventId',
    title: words.events,
    icon: 'list',
    screen: screen(() => import('./screens/event.tsx')),
  },
  {
    path: '/team',
    title: words.team,
    icon: 'person',
    group: 'business',
    screen: screen(() => import('./screens/team.tsx')),
  },
  {
    path: '/audit-log',
    title: words.auditLog,
    icon: 'book',
    group: 'business',
    screen: screen(() => import('./screens/audit-log.tsx')),
  },
  {
    path: '/cases',
    title: words.cases,
    icon: 'scale',
    group: 'main',
    letter: 'D',
    screen: screen(() => import('./screens/cases.tsx')),
  },
  {
    path: '/cases/:caseId',
    title: words.cases,
    icon: 'scale',
    screen: screen(() => import('./screens/case.tsx')),
  },
  {
    path: '/batches',
    title: words.batches,
    icon: 'bank',
    group: 'main',
    letter: 'B',
    screen: screen(() => import('./screens/batches.tsx')),
  },
  {
    path: '/batches/:batchId',
    title: words.batch,
    icon: 'bank',
    screen: screen(() => import('./screens/batch.tsx')),
  },
  {
    path: '/payouts',
    title: words.payouts,
    icon: 'bank',
    screen: screen(() => import('./screens/payouts.tsx')),
  },
  {
    path: '/payouts/:payoutId',
    title: words.payout,
    icon: 'bank',
    screen: screen(() => import('./screens/payout.tsx')),
  },
  {
    path: '/applications',
    title: words.applications,
    icon: 'file',
    group: 'operator',
    where: atRoot,
    screen: screen(() => import('./screens/applications.tsx')),
  },
  {
    path: '/applications/:applicationId',
    title: words.application,
    icon: 'file',
    where: atRoot,
    screen: screen(() => import('./screens/application.tsx')),
  },
  {
    path: '/businesses',
    title: words.businesses,
    icon: 'building',
    group: 'operator',
    where: atRoot,
    screen: screen(() => import('./screens/businesses.tsx')),
  },
  {
    path: '/businesses/:belowId',
    title: words.businessDetails,
    icon: 'building',
    where: atRoot,
    screen: screen(() => import('./screens/business.tsx')),
  },
  {
    path: '/disputes',
    title: words.disputes,
    icon: 'flag',
    group: 'main',
    screen: screen(() => import('./screens/disputes.tsx')),
  },
  {
    path: '/conversations',
    title: words.conversations,
    icon: 'chat',
    group: 'main',
    letter: 'T',
    screen: screen(() => import('./screens/conversations.tsx')),
  },
  {
    path: '/mails',
    title: words.mails,
    icon: 'mail',
    group: 'main',
    screen: screen(() => import('./screens/mails.tsx')),
  },
  {
    path: '/mails/:mailId',
    title: words.mails,
    icon: 'mail',
    screen: screen(() => import('./screens/mail.tsx')),
  },
  {
    path: '/invoices',
    title: words.invoices,
    icon: 'bill',
    group: 'main',
    letter: 'I',
    screen: screen(() => import('./screens/invoices.tsx')),
  },
  {
    path: '/invoices/:invoiceId',
    title: words.invoice,
    icon: 'bill',
    screen: screen(() => import('./screens/invoice.tsx')),
  },
  {
    path: '/pay-links',
    title: words.payLinks,
    icon: 'link',
    screen: screen(() => import('./screens/pay-links.tsx')),
  },
  {
    path: '/subscriptions',
    title: words.subscriptions,
    icon: 'repeat',
    group: 'main',
    letter: 'U',
    screen: screen(() => import('./screens/subscriptions.tsx')),
  },
  {
    path: '/subscriptions/:subscriptionId',
    title: words.subscription,
    icon: 'repeat',
    screen: screen(() => import('./screens/subscription.tsx')),
  },
  {
    path: '/plans',
    title: words.plans,
    icon: 'repeat',
    screen: screen(() => import('./screens/plans.tsx')),
  },
  {
    path: '/disputes/:disputeId',
    title: words.dispute,
    icon: 'flag',
    screen: screen(() => import('./screens/dispute.tsx')),
  },
  {
    path: '/ledger',
    title: words.ledger,
    icon: 'book',
    group: 'main',
    letter: 'L',
    screen: screen(() => import('./screens/ledger.tsx')),
  },
  {
    path: '/ledger/transfers',
    title: words.ledger,
    icon: 'book',
    screen: screen(() => import('./screens/ledger-transfers.tsx')),
  },
  {
    path: '/ledger/transfers/:transferId',
    title: words.ledger,
    icon: 'book',
    screen: screen(() => import('./screens/ledger-transfer.tsx')),
  },
  {
    path: '/ach-entries',
    title: words.ach,
    icon: 'bank',
    group: 'main',
    letter: 'A',
    screen: screen(() => import('./screens/ach-entries.tsx')),
  },
  {
    path: '/ach-entries/:entryId',
    title: words.ach,
    icon: 'bank',
    screen: screen(() => import('./screens/ach-entry.tsx')),
  },
  {
    path: '/ach-files',
    title: words.achFiles,
    icon: 'file',
    screen: screen(() => import('./screens/ach-files.tsx')),
  },
  {
    path: '/ach-files/:fileId',
    title: words.achFiles,
    icon: 'file',
    screen: screen(() => import('./screens/ach-file.tsx')),
  },
  {
    path: '/ach-returns',
    title: words.achReturns,
    icon: 'refund',
    screen: screen(() => import('./screens/ach-returns.tsx')),
  },
  {
    path: '/ach-returns/:returnId',
    title: words.achReturns,
    icon: 'refund',
    screen: screen(() => import('./screens/ach-return.tsx')),
  },
  {
    path: '/account-validations',
    title: words.accountValidations,
    icon: 'check',
    screen: screen(() => import('./screens/account-validations.tsx')),
  },
  {
    path: '/account-validations/:validationId',
    title: words.accountValidations,
    icon: 'check',
    screen: screen(() => import('./screens/account-validation.tsx')),
  },
  {
    path: '/processor-accounts',
    title: words.processorAccounts,
    icon: 'card',
    group: 'business',
    screen: screen(() => import('./screens/processor-accounts.tsx')),
  },
  {
    path: '/processor-accounts/:accountId',
    title: words.processorAccounts,
    icon: 'card',
    screen: screen(() => import('./screens/processor-account.tsx')),
  },
  {
    path: '/text-templates',
    title: words.textTemplates,
    icon: 'file',
    group: 'business',
    screen: screen(() => import('./screens/text-templates.tsx')),
  },
  {
    path: '/settings',
    title: words.settings,
    icon: 'gear',
    group: 'business',
    screen: screen(() => import('./screens/settings.tsx')),
  },
  {
    path: '/account',
    title: words.account,
    icon: 'person',
    screen: screen(() => import('./screens/account.tsx')),
  },
  {
    path: '/leads',
    title: words.leads,
    icon: 'people',
    group: 'main',
    screen: screen(() => import('./screens/leads.tsx')),
  },
  {
    path: '/leads/:leadId',
    title: words.leads,
    icon: 'people',
    screen: screen(() => import('./screens/lead.tsx')),
  },
  {
    path: '/lead-forms',
    title: words.leadForms,
    icon: 'file',
    screen: screen(() => import('./screens/lead-forms.tsx')),
  },
  {
    path: '/lead-forms/:formId',
    title: words.leadForms,
    icon: 'file',
    screen: screen(() => import('./screens/lead-form.tsx')),
  },
  {
    path: '/jobs',
    title: words.jobs,
    icon: 'clock',
    group: 'developers',
    right: 'administer',
    screen: screen(() => import('./screens/jobs.tsx')),
  },
  {
    path: '/health',
    title: words.health,
    icon: 'heart',
    group: 'operator',
    where: atRoot,
    screen: screen(() => import('./screens/health.tsx')),
  },
];

/** Asks for the code of the screen at an address, so that it comes while the session is read. */
export async function loadScreen(address: string): Promise<void> {
  const path = address.replace(/^\/b\/[^/]+/, '') || '/';
  const isHere = (one: Place) =>
    new RegExp(`^${one.path.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);
  await places.find(isHere)?.screen.load();
}

export function isOpenTo(here: Here, place: Place): boolean {
  return here.may(place.right ?? 'read') && (place.where?.(here) ?? true);
}
