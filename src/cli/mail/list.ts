import { listMails, mailStates } from '../../letters/mail-log.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { rowsOf } from '../layout.ts';
import { visible } from '../webhooks/visible.ts';
import { id, needed, oneOf, option, verbatim, wholeNumber } from '../words.ts';

export const mailList = houseCommand({
  doc:
    'Lists the mails of a business, the latest first, 50 unless --limit says otherwise. One that is queued and has ' +
    'a reason was not sent yet because of it, and is tried again when it is due.',
  words: {
    business: needed('ID|USERNAME', verbatim(100)),
    state: option(mailStates.join('|'), oneOf(mailStates)),
    to: option('ADDRESS', verbatim(254)),
    before: option('ID', id),
    limit: option('N', wholeNumber(1, 1000)),
  },
  async work({ db }, { business: name, state, to, before, limit = 50 }) {
    const { id: businessId } = await businessNamed(db, name);
    const mails = await listMails(db, businessId, { state, to, before, limit });
    const headings = ['id', 'at', 'to', 'about', 'state', 'tries', 'due', 'sent'];
    const rows = rowsOf(headings, mails, (one) => [
      one.id,
      one.createdAt,
      visible(one.recipient),
      one.kind,
      one.errorCode ? `${one.state}: ${one.errorCode}` : one.state,
      one.tries,
      one.dueAt,
      one.sentAt,
    ]);
    const more = mails.length === limit ? `\n\nMore: --before ${mails.at(-1)!.id}` : '';
    const text = rows ? rows + more : `Business ${businessId} has no such mails.`;
    return { data: { business: businessId, mails }, text };
  },
});
