import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { mailNamed } from '../../src/notify/mail/compose.ts';
import { receiptPdf } from '../../src/notify/mail/receipt-pdf.ts';
import type { Sheet } from '../../src/notify/mail/sheet.ts';
import { sheetHtml } from '../../src/notify/mail/sheet-html.ts';
import type { Branding } from '../../src/parties/businesses/branding.ts';
import type { Mail } from '../../src/ports/carriers/carrier.ts';
import { smtpMails } from '../../src/ports/carriers/smtp.ts';
import { brand } from '../brand.ts';
import { mailServer } from '../carriers/mail-server.ts';
import { makeFixture } from '../fixture.ts';
import { chunk, jpeg, png } from '../images.ts';
import { never } from '../limits.ts';
import { type Desk, openDesk } from './desk.ts';
import { readPdf } from './read-pdf.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();
const at = new Date('2030-01-15T15:00:00Z');

/** The mail of a new payment. */
async function receiptOf(desk: Desk): Promise<Mail> {
  await desk.pay();
  await desk.work();
  const mail = await mailNamed(world, desk.id, (await desk.mails()).at(-1)!.reference);
  assert.ok(mail);
  return mail;
}

test('a mail carries the logo within itself, and fetches nothing', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await brand(world, desk.id, { accentColor: '#ffcc00', logo: png() });
  const mail = await receiptOf(desk);
  const server = await mailServer(t);
  const carrier = smtpMails({
    server: {
      host: '127.0.0.1',
      port: server.port,
      isSecure: false,
      isHere: true,
      login: undefined,
    },
    envelopeSender: 'mail@quittance.example',
    requiresTls: false,
    signalAfter: never,
  });
  t.after(() => carrier.close!());
  assert.equal((await carrier.send(mail)).outcome, 'accepted');
  const { source, mail: got } = server.delivered[0]!;
  const types = [...source.matchAll(/^Content-Type: (\w+\/\w+)/gim)].map(([, type]) => type);
  assert.deepEqual(types, [
    'multipart/mixed',
    'multipart/alternative',
    'text/plain',
    'multipart/related',
    'text/html',
    'image/png',
    'application/pdf',
  ]);
  const [image, pdf] = got.attachments;
  assert.deepEqual(
    [image?.mimeType, image?.disposition, image?.related, pdf?.disposition],
    ['image/png', 'inline', true, 'attachment'],
  );
  const contentId = image!.contentId!.replace(/^<|>$/g, '');
  assert.match(got.html!, new RegExp(`<img src="cid:${contentId}" width="64" height="32" alt=""`));
  assert.doesNotMatch(got.html!, /https?:/);
  assert.match(got.html!, /height:6px;background:#ffcc00/);
  // A person who looks at the sandbox sees the files that somebody gets.
  const [arrived] = await desk.mails();
  assert.match(arrived!.attachments.join(), /^receipt-\w+\.pdf$/);
});

test('a button in a mail has the color, and its words can be read on it', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  await brand(world, desk.id, { accentColor: '#ffcc00' });
  const { html } = await receiptOf(desk);
  assert.doesNotMatch(html, /<img/);
  const asks: Sheet = {
    ...sheet({ accentColor: '#ffcc00' }),
    action: { label: 'Pay', value: 'x' },
  };
  assert.match(sheetHtml(asks), /background:#ffcc00;color:#000000;[^"]*border:1px solid #836900/);
  assert.match(
    sheetHtml({ ...asks, sender: { name: 'A', lines: [] } }),
    /background:#1458d4;color:#ffffff/,
  );
});

test('without a logo and a color, and after both were taken away, mail and PDF are what they were', async (t) => {
  const desk = await openDesk(t, { fixture, world });
  const before = await receiptOf(desk);
  const pdf = await before.attachments[0]!.content();
  await brand(world, desk.id, { accentColor: '#ffcc00', logo: jpeg });
  const changed = await mailNamed(world, desk.id, before.messageId);
  assert.equal(changed!.attachments.length, 2);
  assert.ok(!(await changed!.attachments[0]!.content()).equals(pdf));
  await brand(world, desk.id, { accentColor: null, logo: null });
  const after = await mailNamed(world, desk.id, before.messageId);
  assert.equal(after!.html, before.html);
  assert.ok((await after!.attachments[0]!.content()).equals(pdf));
});

test('a PDF shows the logo, of every kind of image', async () => {
  const clear = chunk('tRNS', Buffer.from([0]));
  const images = [
    ...([0, 2, 3, 4, 6] as const).map((kind) => png({ kind })),
    png({ kind: 3, more: [clear] }),
    jpeg,
  ];
  for (const image of images) {
    const drawn = await receiptPdf(sheet(branded), at, image);
    assert.ok(drawn.equals(await receiptPdf(sheet(branded), at, image)), 'the same bytes twice');
    assert.match(drawn.toString('latin1'), /\/Subtype \/Image/);
    assert.match(drawn.toString('latin1'), /startxref\s+\d+\s+%%EOF\s*$/);
  }
});

test('a logo that is broken, or is gone, leaves the letter of the name, and the receipt is drawn', async () => {
  const whole = png({ kind: 6 });
  for (const image of [
    whole.subarray(0, -20),
    Buffer.from('nothing'),
    Buffer.alloc(0),
    undefined,
  ]) {
    const { pages, words } = readPdf(await receiptPdf(sheet(branded), at, image));
    assert.equal(pages, 1);
    assert.deepEqual(words.split('\n').slice(0, 2), ['L', 'Lee Flowers']);
  }
});

const logo = { businessId: 1n, name: 'x', type: 'image/png', width: 64, height: 32 } as const;
const branded: Branding = { accentColor: '#ffcc00', logo };

function sheet(branding: Branding): Sheet {
  return {
    subject: 'Your receipt',
    banner: undefined,
    sender: { name: 'Lee Flowers', lines: ['1 Main Street'], branding },
    title: 'Receipt',
    amount: '$12.50',
    tone: 'good',
    paragraphs: ['Thank you.'],
    facts: [{ label: 'Date', value: 'January 15, 2030' }],
    lines: [],
    total: undefined,
    action: undefined,
    remarks: [],
  };
}
