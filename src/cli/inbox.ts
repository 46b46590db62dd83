import { writeFile } from 'node:fs/promises';
import { longestBody } from '../notify/conversations/body.ts';
import { callInSandbox } from '../notify/conversations/calls.ts';
import { ownNumberOf } from '../notify/conversations/own-number.ts';
import { receiveText } from '../notify/conversations/receive-text.ts';
import { readInbox, readInboxItem } from '../notify/conversations/sandbox-inbox.ts';
import { mailNamed } from '../notify/mail/compose.ts';
import type { Business } from '../parties/businesses/business.ts';
import { recordAct } from '../records/audit-log.ts';
import type { World } from '../world.ts';
import { ExpectedError, FileError, printable } from './command.ts';
import { dataCommand, show } from './data-command.ts';
import { nameOf, ownedBy } from './layout.ts';
import { list } from './list.ts';
import { businessNamed, object, ofBusiness } from './names.ts';
import { tenDigits, verbatim } from './values.ts';
import { option, positional } from './words.ts';

const shownSigns = 80;

/** How a text begins, in one column. An address in it is shown to its end: half of one leads nowhere. */
export function beginningOf(text: string): string {
  const cut = [...text].slice(0, shownSigns).join('').length;
  for (const { 0: address, index } of text.matchAll(/https?:\/\/\S+/g)) {
    const end = index + address.length;
    if (index < cut && cut < end) return text.slice(0, end);
  }
  return text.slice(0, cut);
}

/** Only the payers of a sandbox have their phones and mailboxes here. */
function refuseLive({ id, environment }: Business): void {
  if (environment === 'sandbox') return;
  throw new ExpectedError(`business ${id} is live: its payers read on their own phones`);
}

async function save(file: string, content: string | Buffer): Promise<void> {
  await writeFile(file, content).catch((error: NodeJS.ErrnoException) => {
    throw new FileError(`cannot write ${file}: ${error.code}`);
  });
}

/** The number of the business, after the act is in its audit log. */
async function numberToReach(
  world: World,
  businessId: bigint,
  act: string,
  actor: string,
): Promise<string> {
  await world.db.begin(async (tx) => {
    const object = `business:${businessId}`;
    await recordAct(tx, { businessId, actor, act, object, facts: {}, at: world.now() });
  });
  return (await ownNumberOf(world, businessId))!;
}

const endings = {
  busy: 'It is busy: the business has no phone that calls could be forwarded to.',
  not_in_service: 'It is not in service: the business was closed.',
};

export const inboxCommands = {
  'inbox list': list({
    doc: 'Lists the texts and mails that reached the payers of a sandbox business',
    of: 'texts or mails',
    filters: { business: ofBusiness, to: option('PHONE|EMAIL', verbatim(254)) },
    async rows({ db }, { business, to: recipient, before, limit }) {
      refuseLive(business);
      const page = { recipient, before: before?.id, most: limit };
      const items = await readInbox(db, business.id, page);
      return ownedBy(
        business,
        items.map(({ html: _, ...item }) => item),
      );
    },
    columns: {
      item: (one) => nameOf(one),
      at: 'receivedAt',
      '': 'channel',
      from: 'sender',
      to: 'recipient',
      says: (one) => beginningOf(one.subject ?? one.body),
    },
    json: (items, { business }) => ({ business: business.id, items }),
  }),
  'inbox show': show({
    doc:
      'Shows a text or mail that reached a payer of a sandbox business. --html writes the HTML of a mail to a file, ' +
      '--pdf its attachment.',
    words: {
      item: object,
      html: option('FILE', verbatim(1000)),
      pdf: option('FILE', verbatim(1000)),
    },
    async read(world, { item: { businessId, id }, html: htmlFile, pdf: pdfFile }) {
      const business = await businessNamed(world.db, businessId);
      refuseLive(business);
      const item = await readInboxItem(world.db, business.id, id);
      if (!item) throw new ExpectedError(`business ${business.id} has no ${id} in its inbox`);
      const { html, ...shown } = item;
      if (htmlFile !== undefined) {
        if (html === undefined) throw new ExpectedError(`${id} has no HTML: it is a text`);
        await save(htmlFile, html);
      }
      if (pdfFile !== undefined) {
        const mail = await mailNamed(world, business.id, item.reference);
        const attached = mail?.attachments.find(({ contentId }) => contentId === undefined);
        if (!attached) throw new ExpectedError(`nothing is attached to ${id}`);
        await save(pdfFile, await attached.content());
      }
      return { business: business.id, ...shown, htmlFile, pdfFile };
    },
    parts: ({ business, ...item }) => ({
      '': {
        [item.channel]: `${business}/${item.id}`,
        from: item.sender,
        to: item.recipient,
        at: item.receivedAt,
        subject: item.subject,
        attachments: item.attachments.join(', '),
        html: item.htmlFile,
        pdf: item.pdfFile,
      },
      text: printable(item.body),
    }),
  }),
  'inbox write': dataCommand({
    doc: 'Sends a text to the number of a sandbox business, as a payer would: STOP, HELP, or a question.',
    words: {
      business: ofBusiness,
      from: positional('PHONE', tenDigits),
      text: positional('TEXT', verbatim(longestBody)),
    },
    async work(world, { business, from, text: body }, actor) {
      refuseLive(business);
      const to = await numberToReach(world, business.id, 'inbox.written', actor);
      const carrierId = world.uuid();
      const sent = { to, from, body, mediaCount: 0, carrier: 'sandbox', carrierId };
      const kept = await receiveText(world, sent);
      if (!kept) throw new ExpectedError('it reached nobody');
      const name = nameOf({ businessId: business.id, id: kept.id });
      return {
        data: { business: business.id, message: kept.id, from, to },
        text: `Text ${name} reached the business at ${to}.`,
      };
    },
  }),
  'inbox call': dataCommand({
    doc: 'Calls the number of a sandbox business, as a payer would, and shows which phone rings.',
    words: { business: ofBusiness, from: positional('PHONE', tenDigits) },
    async work(world, { business, from }, actor) {
      refuseLive(business);
      const number = await numberToReach(world, business.id, 'inbox.called', actor);
      const route = await callInSandbox(world, { from, number });
      const { outcome } = route;
      const forwardedTo = route.outcome === 'forwarded' ? route.to : undefined;
      const ending =
        route.outcome === 'forwarded' ? `It is forwarded to ${route.to}.` : endings[route.outcome];
      return {
        data: { business: business.id, from, number, outcome, forwardedTo },
        text: `${from} calls ${number}. ${ending}`,
      };
    },
  }),
} as const;
