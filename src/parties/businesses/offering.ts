import { Refusal } from '../../kernel/refusal.ts';
import { int4, listOf, text } from '../../runtime/column.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import type { Business } from './business.ts';

/** The services that a business can have. A type of business names the services of its businesses. */
export const services = [
  /** Payments by card. */
  'payments',
  /** Payments by bank account. */
  'ach',
  /** Texts in and out, whatever they say. */
  'messaging',
  /** Receipts by mail and text. */
  'receipts',
  'subscriptions',
  /** Invoices that are paid on a page. */
  'invoicing',
  /** Lead forms, and handing over who came in. */
  'leads',
] as const;
export type Service = (typeof services)[number];

/** Everything about a type is in effect as soon as it is written. */
export const businessTypes = table('business_types', {
  id: int4,
  name: text,
  /** Services of its businesses. */
  services: listOf(text),
  /** The fields that their invoices show. */
  invoiceFields: listOf(text),
  /** Switched on for businesses without terms of their own. */
  features: listOf(text),
});
export type BusinessType = RowOf<typeof businessTypes>;

type Having = Pick<Business, 'services'>;

export function hasService(business: Having, service: Service): boolean {
  return business.services.includes(service);
}

/** True if there is any way in which it could be paid. */
export function hasPayments(business: Having): boolean {
  return hasService(business, 'payments') || hasService(business, 'ach');
}

const words: Readonly<Record<Service, string>> = {
  payments: 'card payments',
  ach: 'bank payments',
  messaging: 'text messaging',
  receipts: 'receipts',
  subscriptions: 'subscriptions',
  invoicing: 'invoices that are paid on a page',
  leads: 'lead forms',
};

function serviceNotIncluded(service: Service): Refusal {
  return new Refusal('service_not_included', {
    message: `This business is not set up for ${words[service]}; its account manager can change that.`,
  });
}

/** Why it may not use these services, if it lacks one. */
export function missingService(business: Having, needed: readonly Service[]): Refusal | undefined {
  const missing = needed.find((service) => !hasService(business, service));
  return missing && serviceNotIncluded(missing);
}

export function refuseWithout(business: Having, ...needed: readonly Service[]): void {
  const refusal = missingService(business, needed);
  if (refusal) throw refusal;
}

export function paymentsNotIncluded(): Refusal {
  const message =
    'This business is not set up to take payments; its account manager can change that.';
  return new Refusal('service_not_included', { message });
}

export function refuseWithoutPayments(business: Having): void {
  if (!hasPayments(business)) throw paymentsNotIncluded();
}
