import { writeFile } from 'node:fs/promises';
import { readInboxItem } from '../../conversations/sandbox-inbox.ts';
import { FileFault, OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { facts, sections } from '../layout.ts';
import { businessPlace } from '../message/words.ts';
import { visible } from '../webhooks/visible.ts';
import { id, option, place, verbatim } from '../words.ts';
import { sandboxNamed } from './sandbox.ts';

export const inboxShow = houseCommand({
  doc:
    'Shows something that reached a payer of a sandbox business as they read it; --html writes the form that ' +
    'their mail program would show into a file.',
  words: {
    business: businessPlace,
    item: place('ID', id),
    html: option('FILE', verbatim(1000)),
  },
  async work({ db }, { business: name, item: wanted, html: file }) {
    const { id: business } = await sandboxNamed(db, name);
    const item = await readInboxItem(db, business, wanted);
    if (!item) throw new OperatorFault(`business ${business} has no ${wanted} in its inbox`);
    const { html, ...told } = item;
    if (file !== undefined) {
      if (html === undefined) throw new OperatorFault(`${wanted} has no HTML: it is a text`);
      await writeFile(file, html).catch((error: NodeJS.ErrnoException) => {
        throw new FileFault(`cannot write ${file}: ${error.code}`);
      });
    }
    const text = sections({
      '': facts({
        [item.channel]: item.id,
        from: visible(item.sender),
        to: visible(item.recipient),
        at: item.receivedAt,
        subject: visible(item.subject ?? ''),
        attachments: visible(item.attachments.join(', ')),
        html: file,
      }),
      text: item.body.split('\n').map(visible).join('\n'),
    });
    return { data: { business, ...told, htmlFile: file }, text };
  },
});
