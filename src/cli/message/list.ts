import { listMessages } from '../../conversations/message-log.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { rowsOf } from '../layout.ts';
import { visible } from '../webhooks/visible.ts';
import { id, option, wholeNumber } from '../words.ts';
import { business, tenDigits } from './words.ts';

const shown = 60;

export const messageList = houseCommand({
  doc: 'Lists the texts of a business, in and out, the latest first, 50 unless --limit says otherwise.',
  words: {
    business,
    phone: option('PHONE', tenDigits),
    before: option('ID', id),
    limit: option('N', wholeNumber(1, 1000)),
  },
  async work({ db }, { business: name, phone, before, limit = 50 }) {
    const { id: businessId } = await businessNamed(db, name);
    const messages = await listMessages(db, businessId, { phone, before, limit });
    const headings = ['id', 'at', '', 'phone', 'kind', 'state', 'due', 'text'];
    const rows = rowsOf(headings, messages, (one) => [
      one.id,
      one.createdAt,
      one.direction,
      one.phone,
      one.kind,
      one.errorCode ? `${one.state}: ${one.errorCode}` : one.state,
      one.dueAt,
      visible([...one.body].slice(0, shown).join('')),
    ]);
    const more = messages.length === limit ? `\n\nMore: --before ${messages.at(-1)!.id}` : '';
    const text = rows ? rows + more : `Business ${businessId} has no such texts.`;
    return { data: { business: businessId, messages }, text };
  },
});
