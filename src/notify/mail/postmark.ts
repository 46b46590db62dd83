import { isIP } from 'node:net';
import { lengths } from '../../kernel/lengths.ts';
import { publicAddress } from '../../parties/businesses/page-address.ts';
import type { PublicProfile } from '../../parties/businesses/public-profile.ts';
import type { Mail, Mailbox } from '../../ports/carriers/carrier.ts';
import type { World } from '../../world.ts';
import { plain } from './plain.ts';
import type { QueuedMail } from './store.ts';

type Settings = Pick<
  World['config'],
  'publicUrl' | 'host' | 'port' | 'mailFrom' | 'mailFromBusiness'
>;

type Postmark = Pick<Mail, 'from' | 'replyTo'>;

/**
 * A receipt comes from the address of the business, or of its contact. When `mailFromBusiness` is off, because mail
 * servers would not accept that from us, it comes from our own address in its name, with a Reply-To to the business.
 */
export function fromBusiness(settings: Settings, face: PublicProfile): Postmark {
  const name = plain(face.name, lengths.name);
  const address = face.email || face.contactEmail;
  if (!address) return { from: { name, address: ownAddress(settings) }, replyTo: undefined };
  const business: Mailbox = { name, address };
  if (settings.mailFromBusiness === 'yes' || settings.mailFrom === '') {
    return { from: business, replyTo: undefined };
  }
  return { from: { name, address: settings.mailFrom }, replyTo: business };
}

/** Mails of the platform to businesses. */
export function fromUs(settings: Settings): Postmark {
  return { from: { name: 'Quittance', address: ownAddress(settings) }, replyTo: undefined };
}

/** The same on every try; `readMessageId` parses it. */
export function messageIdOf(
  settings: Settings,
  { businessId, id }: Pick<QueuedMail, 'businessId' | 'id'>,
): string {
  return `<${businessId}.${id}@${domainOf(settings)}>`;
}

/** The Message-ID of a digest for the account team. */
export function messageIdOfDigest(settings: Settings, digestId: string): string {
  return `<account-team.${digestId}@${domainOf(settings)}>`;
}

/** The Message-ID of a mail with a sign-in link. */
export function messageIdOfLink(settings: Settings, linkId: string): string {
  return `<sign-in.${linkId}@${domainOf(settings)}>`;
}

export function readMessageId(
  messageId: string,
): Pick<QueuedMail, 'businessId' | 'id'> | undefined {
  const [, businessId, id] = /^<(\d{1,18})\.(\d{1,18})@/.exec(messageId) ?? [];
  return businessId && id ? { businessId: BigInt(businessId), id: BigInt(id) } : undefined;
}

function ownAddress(settings: Settings): string {
  return settings.mailFrom || `no-reply@${domainOf(settings)}`;
}

/** The domain of `mailFrom`, else of our public address if that is a name. */
function domainOf(settings: Settings): string {
  if (settings.mailFrom) return settings.mailFrom.slice(settings.mailFrom.lastIndexOf('@') + 1);
  const { hostname } = new URL(publicAddress(settings));
  const isName = hostname.includes('.') && isIP(hostname) === 0;
  return isName ? hostname : 'quittance.local';
}
