import { readInbox } from '../../conversations/sandbox-inbox.ts';
import { houseCommand } from '../house-command.ts';
import { rowsOf } from '../layout.ts';
import { business } from '../message/words.ts';
import { visible } from '../webhooks/visible.ts';
import { option, verbatim, wholeNumber } from '../words.ts';
import { beginningOf } from './beginning.ts';
import { sandboxNamed } from './sandbox.ts';

export const inboxList = houseCommand({
  doc:
    'Lists what reached the phones and mailboxes of the payers of a sandbox business, the latest first, 50 unless ' +
    '--limit says otherwise.',
  words: {
    business,
    to: option('PHONE|EMAIL', verbatim(254)),
    limit: option('N', wholeNumber(1, 1000)),
  },
  async work({ db }, { business: name, to: recipient, limit = 50 }) {
    const { id: business } = await sandboxNamed(db, name);
    const items = await readInbox(db, business, { recipient, most: limit });
    const text = rowsOf(['id', 'at', '', 'from', 'to', 'says'], items, (one) => [
      one.id,
      one.receivedAt,
      one.channel,
      visible(one.sender),
      visible(one.recipient),
      visible(beginningOf(one.subject ?? one.body)),
    ]);
    const data = { business, items: items.map(({ html: _, ...item }) => item) };
    return { data, text: text || 'Nothing has arrived.' };
  },
});
