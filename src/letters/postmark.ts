import { isIP } from 'node:net';
import { lengths } from '../base/lengths.ts';
import type { Face } from '../businesses/face.ts';
import { publicAddress } from '../businesses/page-address.ts';
import type { Mail, Mailbox } from '../carriers/carrier.ts';
import type { World } from '../world.ts';
import { plain } from './plain.ts';
import type { MailRow } from './store.ts';

type Settings = Pick<
  World['config'],
  'publicUrl' | 'host' | 'port' | 'mailFrom' | 'mailFromBusiness'
>;

type Postmark = Pick<Mail, 'from' | 'replyTo'>;

/**
 * A receipt appears to come from the business, or else from its contact. Where mail servers would not believe that of
 * us, it comes from our own address in its name, and an answer goes to the business.
 */
export function fromBusiness(settings: Settings, face: Face): Postmark {
  const name = plain(face.name, lengths.name);
  const address = face.email || face.contactEmail;
  if (!address) return { from: { name, address: ownAddress(settings) }, replyTo: undefined };
  const business: Mailbox = { name, address };
  if (settings.mailFromBusiness === 'yes' || settings.mailFrom === '') {
    return { from: business, replyTo: undefined };
  }
  return { from: { name, address: settings.mailFrom }, replyTo: business };
}

/** What we write to businesses ourselves. */
export function fromUs(settings: Settings): Postmark {
  return { from: { name: 'Quittance', address: ownAddress(settings) }, replyTo: undefined };
}

/** The same on every try, with its brackets; `readMessageId` is the way back. */
export function messageIdOf(
  settings: Settings,
  { businessId, id }: Pick<MailRow, 'businessId' | 'id'>,
): string {
  return `<${businessId}.${id}@${domainOf(settings)}>`;
}

export function readMessageId(messageId: string): Pick<MailRow, 'businessId' | 'id'> | undefined {
  const [, businessId, id] = /^<(\d{1,18})\.(\d{1,18})@/.exec(messageId) ?? [];
  return businessId && id ? { businessId: BigInt(businessId), id: BigInt(id) } : undefined;
}

function ownAddress(settings: Settings): string {
  return settings.mailFrom || `no-reply@${domainOf(settings)}`;
}

/** Ours: that of our address for mail, else that under which we are reached, where it is a name. */
function domainOf(settings: Settings): string {
  if (settings.mailFrom) return settings.mailFrom.slice(settings.mailFrom.lastIndexOf('@') + 1);
  const { hostname } = new URL(publicAddress(settings));
  const isName = hostname.includes('.') && isIP(hostname) === 0;
  return isName ? hostname : 'quittance.local';
}
