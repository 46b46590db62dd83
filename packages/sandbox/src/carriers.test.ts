import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Arrived, sandboxMails, sandboxTexts } from './carriers.ts';

const text = { businessId: 1n, reference: 'a', from: '2125550100', body: 'Hello' };
const mail = {
  businessId: 1n,
  messageId: '<a@example.com>',
  from: { name: 'Ada', address: 'ada@example.com' },
  subject: 'Receipt',
  text: 'Paid',
  replyTo: undefined,
  html: '<p>Paid</p>',
  attachments: [
    { name: 'receipt.pdf', type: 'application/pdf', content: async () => Buffer.from('') },
  ],
};

async function outcomes(send: (to: string) => Promise<{ outcome: string }>, all: string[]) {
  return await Promise.all(all.map(async (to) => (await send(to)).outcome));
}

test('the number of a phone chooses the outcome of a text, and only what arrives is in the inbox', async () => {
  const inbox: Arrived[] = [];
  const texts = sandboxTexts(async (arrived) => void inbox.push(arrived));
  const all = ['2125550123', '2125550170', '2125550175', '2125550180', '2125550185'];
  assert.deepEqual(await outcomes((to) => texts.send({ ...text, to }), all), [
    'accepted',
    'refused',
    'not_sent',
    'unknown',
    'accepted',
  ]);
  assert.deepEqual(
    inbox.map(({ recipient, sender, body }) => [recipient, sender, body]),
    [
      ['2125550123', '2125550100', 'Hello'],
      ['2125550180', '2125550100', 'Hello'],
    ],
  );
});

test('the beginning of an address chooses the outcome of a mail', async () => {
  const inbox: Arrived[] = [];
  const mails = sandboxMails(async (arrived) => void inbox.push(arrived));
  const all = ['bo@example.com', 'refused@example.com', 'unreachable@x.org', 'silent@x.org'];
  assert.deepEqual(await outcomes((to) => mails.send({ ...mail, to }), all), [
    'accepted',
    'refused',
    'not_sent',
    'unknown',
  ]);
  assert.deepEqual(
    inbox.map(({ recipient, attachments }) => [recipient, attachments]),
    [['bo@example.com', ['receipt.pdf']]],
  );
});
