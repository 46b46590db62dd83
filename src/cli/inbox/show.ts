import { writeFile } from 'node:fs/promises';
import { readInboxItem } from '../../conversations/sandbox-inbox.ts';
import { mailNamed } from '../../letters/compose.ts';
import { FileFault, OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { facts, sections } from '../layout.ts';
import { business } from '../message/words.ts';
import { visible } from '../webhooks/visible.ts';
import { id, option, place, verbatim } from '../words.ts';
import { sandboxNamed } from './sandbox.ts';

export const inboxShow = houseCommand({
  doc:
    'Shows something that reached a payer of a sandbox business as they read it; --html writes the form that ' +
    'their mail program would show into a file, --pdf what is attached.',
  words: {
    business,
    item: place('ID', id),
    html: option('FILE', verbatim(1000)),
    pdf: option('FILE', verbatim(1000)),
  },
  async work(world, { business: name, item: wanted, html: file, pdf }) {
    const { id: business } = await sandboxNamed(world.db, name);
    const item = await readInboxItem(world.db, business, wanted);
    if (!item) throw new OperatorFault(`business ${business} has no ${wanted} in its inbox`);
    const { html, ...told } = item;
    if (file !== undefined) {
      if (html === undefined) throw new OperatorFault(`${wanted} has no HTML: it is a text`);
      await write(file, html);
    }
    if (pdf !== undefined) {
      const [attached] = (await mailNamed(world, business, item.reference))?.attachments ?? [];
      if (!attached) throw new OperatorFault(`nothing is attached to ${wanted}`);
      await write(pdf, await attached.content());
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
        pdf,
      }),
      text: item.body.split('\n').map(visible).join('\n'),
    });
    return { data: { business, ...told, htmlFile: file, pdfFile: pdf }, text };
  },
});

async function write(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content).catch((error: NodeJS.ErrnoException) => {
    throw new FileFault(`cannot write ${file}: ${error.code}`);
  });
}
