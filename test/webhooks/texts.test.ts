import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { visible } from '../../src/cli/command.ts';
import { openPostOffice, paid } from './post-office.ts';
import { openReceiver } from './receiver.ts';

const texts: Readonly<Record<string, string>> = {
  markup: `<script>alert("1")</script>&amp;'--`,
  lines: 'one\r\nwebhook-id: two\r\n\r\nStatusID=0&PaymentAmt=1000000.00',
  marks: '\u202e00.521\u202c \u2066x\u2069 \u200f\u061c',
  forms: 'a+b c%20d=e&f;g#h?i',
  scripts: 'Łódź 東京 עברית 🌷👩‍👩‍👧',
};

test('markup comes out as it went in, and adds nothing', async (t) => {
  await comesThrough(t, texts.markup!);
});

test('line breaks and headers come out as they went in, and add nothing', async (t) => {
  await comesThrough(t, texts.lines!);
});

test('marks from right to left come out as they went in, and add nothing', async (t) => {
  await comesThrough(t, texts.marks!);
});

test('signs that mean something in forms, and other scripts, come out as they went in', async (t) => {
  await comesThrough(t, texts.forms!);
  await comesThrough(t, texts.scripts!);
});

test('5,000 characters of a message are posted as 600 whole ones', async (t) => {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t);
  await office.endpoint(shop, 'messages', receiver.url);
  for (const [i, sign] of ['x', '🌷', '<', '\n'].entries()) {
    const message = {
      direction: 'in',
      from: '2125550100',
      to: '2125550101',
      text: sign.repeat(5000),
    };
    await office.happens(shop, 'message.created', BigInt(i), { ...message, mediaCount: 2 });
    await office.work();
    const { form } = receiver.received.at(-1)!;
    assert.equal(form.Body, sign.repeat(600));
    assert.deepEqual(
      [form.DirectionID, form.From, form.To, form.NumMedia],
      ['1', '+12125550100', '+12125550101', '2'],
    );
    assert.match(form.MessageSid!, /^[0-9a-f-]{36}$/);
  }
});

test('what is printed for a person cannot move the cursor or turn the line round', () => {
  for (const text of Object.values(texts)) {
    assert.doesNotMatch(visible(text), /[\p{Cc}\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/u);
  }
  assert.equal(visible('a\r\n\u202eb'), 'a\\u000d\\u000a\\u202eb');
});

async function comesThrough(t: TestContext, text: string): Promise<void> {
  const office = await openPostOffice(t);
  const shop = await office.business();
  const receiver = await openReceiver(t);
  await office.endpoint(shop, 'payments', receiver.url);
  await office.endpoint(shop, 'messages', receiver.url);
  const data = { ...paid, description: text, orderNumber: text, message: text };
  await office.happens(shop, 'payment.captured', 7n, data);
  const message = { direction: 'out', from: '2125550100', to: '2125550101', text };
  await office.happens(shop, 'message.created', 8n, message);
  await office.work();

  const [payment, sent] = receiver.received.toSorted(
    (one, other) => other.body.length - one.body.length,
  );
  const { ServiceDescription, OrderNumber, ResponseMessage, StatusID, PaymentAmt } = payment!.form;
  assert.deepEqual([ServiceDescription, OrderNumber, ResponseMessage], [text, text, text]);
  assert.deepEqual([StatusID, PaymentAmt], ['0', '12.50']);
  assert.equal(sent!.form.Body, text);
  for (const { body, headers } of receiver.received) {
    assert.match(body, /^(?:[\w*.+=&-]|%[0-9A-F]{2})+$/, 'nothing but what a form is made of');
    assert.equal(Number(headers['content-length']), body.length);
    assert.notEqual(headers['webhook-id'], 'two');
  }
  const names = payment!.body.split('&').map((field) => field.split('=')[0]);
  assert.equal(new Set(names).size, names.length, 'no field twice');
  assert.equal(names.length, 22);
}
