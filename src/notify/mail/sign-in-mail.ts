import { lengths } from '../../kernel/lengths.ts';
import { readFace } from '../../parties/businesses/public-profile.ts';
import { readBusiness } from '../../parties/businesses/store.ts';
import { addressOfLink, makeLink } from '../../parties/sign-in/link.ts';
import type { MailedLink } from '../../parties/users/mail-link.ts';
import type { World } from '../../world.ts';
import { plain } from './plain.ts';
import { fromUs, messageIdOfLink } from './postmark.ts';
import { senderOf } from './receipt-facts.ts';
import { type Sheet, sheetText } from './sheet.ts';
import { sheetHtml } from './sheet-html.ts';

/**
 * Makes a link that signs in, and mails it. The stored data alone signs nobody in: the token is derived again for every
 * try. The mail server also sends it for a sandbox business: otherwise a reader of the sandbox's inbox would own
 * another person's address. False: it was not sent, and may be tried again.
 */
export async function mailSignInLink(world: World, id: string, link: MailedLink): Promise<boolean> {
  const business = await readBusiness(world.db, link.businessId);
  const face = business && (await readFace(world.db, business.id));
  // Of a closed one nobody becomes a user; a person whose first one it was may work for others.
  if (!face || (link.kind === 'invitation' && business.state === 'closed')) return true;
  const carrier = world.carriers.mails.live ?? world.carriers.mails[business.environment];
  if (!carrier) return false;
  const sheet = {
    ...sheetOf(link, plain(face.name, lengths.name), senderOf({ ...face, branding: undefined })),
    ...(carrier.name === 'sandbox' ? withoutLink(link) : await withLink(world, id, link)),
  };
  const sent = await carrier.send({
    businessId: business.id,
    messageId: messageIdOfLink(world.config, id),
    ...fromUs(world.config),
    to: link.email,
    subject: sheet.subject,
    text: sheetText(sheet),
    html: sheetHtml(sheet),
    attachments: [],
  }); // no connection held
  if (sent.outcome === 'accepted') return true;
  world.log.error('sign_in.link_not_sent', {
    businessId: business.id,
    reference: id,
    code: sent.code,
  });
  return sent.outcome === 'refused';
}

type Told = Pick<Sheet, 'paragraphs' | 'action'>;

async function withLink(world: World, id: string, link: MailedLink): Promise<Told> {
  const value = addressOfLink(world.site, await makeLink(world.db, world, id, link)); // committed
  return link.kind === 'reset'
    ? {
        paragraphs: [
          'Open the link within an hour and choose a password. All your other sessions end then.',
        ],
        action: { label: 'Choose a new password', value },
      }
    : {
        paragraphs: ['Open the link within seven days to sign in.'],
        action: { label: 'Join', value },
      };
}

/** For the inbox of a sandbox: more people read it than may sign in as this one. */
function withoutLink({ businessId, email }: MailedLink): Told {
  const command = `bin/quittance user login-link --business ${businessId} --email ${email}`;
  return {
    paragraphs: [
      'Without a mail server no link is shown here. Whoever operates this service prints one by this command:',
      command,
    ],
    action: undefined,
  };
}

function sheetOf({ kind }: MailedLink, name: string, sender: Sheet['sender']) {
  const isReset = kind === 'reset';
  return {
    subject: isReset
      ? 'Your new password for Quittance'
      : `You are invited to ${name} on Quittance`,
    banner: undefined,
    sender,
    title: isReset ? 'A new password' : `${name} wants you to work with its payments`,
    amount: undefined,
    tone: 'plain' as const,
    facts: [],
    lines: [],
    total: undefined,
    remarks: ['If you did not expect this, do nothing: without a link nothing changes.'],
  };
}
