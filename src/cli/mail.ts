import { listMails, mailStates } from '../notify/mail/store.ts';
import { nameOf, ownedBy } from './layout.ts';
import { list } from './list.ts';
import { ofBusiness } from './names.ts';
import { oneOf, verbatim } from './values.ts';
import { option } from './words.ts';

export const mailCommands = {
  'mail list': list({
    doc: 'Lists the mails of a business',
    more: 'A queued mail with an error code is tried again when it is due.',
    of: 'mails',
    filters: {
      business: ofBusiness,
      state: option(mailStates.join('|'), oneOf(mailStates)),
      to: option('ADDRESS', verbatim(254)),
    },
    async rows({ db }, { business, state, to, before, limit }) {
      const filter = { state, to, before: before?.id, limit };
      return ownedBy(business, await listMails(db, business.id, filter));
    },
    columns: {
      mail: (one) => nameOf(one),
      at: 'createdAt',
      to: 'recipient',
      about: 'kind',
      state: (one) => (one.errorCode ? `${one.state}: ${one.errorCode}` : one.state),
      tries: 'tries',
      due: 'dueAt',
      sent: 'sentAt',
    },
    json: (mails, { business }) => ({ business: business.id, mails }),
  }),
} as const;
