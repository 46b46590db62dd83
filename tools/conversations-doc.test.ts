import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { openDesk } from '../test/conversations/desk.ts';
import { conversationsDoc } from './conversations-doc.ts';

test('what the page says of its test numbers is what becomes of texts to them', async (t) => {
  const rows = [...conversationsDoc().matchAll(/^\| 555-(\d{4}) to 555-(\d{4}) \| (.+) \|$/gm)];
  assert.equal(rows.length, 9);
  const desk = await openDesk(t);
  const shop = await desk.shop();
  for (const [, from, to, says] of rows) {
    for (const line of [from, to]) {
      const { id } = await shop.text({ phone: `212555${line}` });
      await desk.workToTheEnd();
      const row = (await shop.messages()).find((one) => one.id === id)!;
      const ends = [...says!.matchAll(/`(\w+)`/g)].map(([, word]) => word);
      assert.equal(row.state, ends[0], `555-${line}`);
      if (ends[1]) assert.equal(row.error_code, ends[1], `555-${line}`);
    }
  }
});
