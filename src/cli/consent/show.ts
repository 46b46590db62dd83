import { readMoves } from '../../conversations/consent.ts';
import { conversationsWith } from '../../conversations/conversation-store.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { facts, rowsOf, sections } from '../layout.ts';
import { business, tenDigits } from '../message/words.ts';
import { visible } from '../webhooks/visible.ts';
import { place } from '../words.ts';

export const consentShow = houseCommand({
  doc: 'Shows whether somebody wants texts from a business, and how that came to be.',
  words: { business, phone: place('PHONE', tenDigits) },
  async work({ db }, { business: name, phone }) {
    const { id: businessId } = await businessNamed(db, name);
    const found = await conversationsWith(db, businessId, phone);
    const conversations = await Promise.all(
      found.map(async ({ businessId: _, ...one }) => {
        return { ...one, moves: await readMoves(db, { businessId, id: one.id }) };
      }),
    );
    const text = conversations
      .map(({ ownNumber, consent, heardAt, lastAt, moves }) =>
        sections({
          '': facts({ to: phone, from: ownNumber, consent, 'wrote last': heardAt, last: lastAt }),
          moves: rowsOf(['n', 'at', 'consent', 'by', 'why'], moves, (one) => [
            one.n,
            one.movedAt,
            one.consent,
            one.actor,
            visible(one.reason),
          ]),
        }),
      )
      .join('\n\n');
    const none = `Business ${businessId} and ${phone} never wrote to each other.`;
    return { data: { business: businessId, phone, conversations }, text: text || none };
  },
});
