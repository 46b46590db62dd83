import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import { openServedOffice } from '../cli/office.ts';
import { workOff } from '../webhooks/post-office.ts';

const phone = '2125550100';

test('an operator texts, and plays the payer', async (t) => {
  const folder = await scratch(t);
  const { ask, run, world } = await openServedOffice(t);
  const contact = ['--name', 'Park', '--email', 'ann@example.com', '--phone', '6175550123'];
  const { username: mine } = await ask(
    ...['business', 'create', '--master', '--environment', 'sandbox', ...contact],
  );
  const arrive = async (count: number) => {
    await workOff(world);
    const { items } = await ask('inbox', 'list', '--business', mine, '--to', phone);
    assert.equal(items.length, count);
    return items as { id: string; sender: string; body: string }[];
  };

  const sent = await ask(
    'message',
    'send',
    '--business',
    mine,
    phone,
    'Your car \u202e is ready <b>',
  );
  assert.equal(sent.state, 'queued');
  const [arrived] = await arrive(1);
  const shown = await run('inbox', 'show', '--business', mine, arrived!.id);
  assert.match(shown.out, /Your car \\u202e is ready <b>/);
  const name = `${sent.business}/${sent.message}`;
  assert.match((await run('message', 'show', name)).out, /state +delivered\n/);
  const late = await run('message', 'cancel', name);
  assert.deepEqual([late.code, late.out], [1, '']);

  const written = await ask('inbox', 'write', '--business', mine, '(212) 555-0100', 'Stop.');
  assert.equal(written.to, arrived!.sender);
  const [confirmed] = await arrive(2);
  assert.match(confirmed!.body, /no more texts/);
  const { conversations } = await ask('consent', 'show', '--business', mine, phone);
  assert.equal(conversations[0].consent, 'opted_out');
  assert.equal(conversations[0].moves[0].reason, 'wrote Stop.');
  const refused = await run('message', 'send', '--business', mine, phone, 'Are you sure?');
  assert.equal(refused.code, 1);
  assert.match(refused.out, /blocked: opted_out/);

  const set = await run('business', 'phone', mine, '4155550111');
  assert.match(set.out, /Calls to \d{10} are forwarded there/);
  const called = await ask('inbox', 'call', '--business', mine, '(212) 555-0100');
  assert.deepEqual([called.outcome, called.forwardedTo], ['forwarded', '4155550111']);
  assert.equal(called.number, arrived!.sender);
  const rang = await run('inbox', 'list', '--business', mine, '--to', '4155550111');
  assert.match(rang.out, /call +2125550100 +4155550111/);
  assert.match((await run('business', 'show', mine)).out, /calls go to +4155550111/);

  const words = [
    'consent',
    'set',
    '--business',
    mine,
    phone,
    'opted_in',
    '--reason',
    'signed a form',
  ];
  assert.equal((await ask(...words)).hasMoved, true);
  assert.equal((await ask(...words)).hasMoved, false);
  await ask('message', 'send', '--business', mine, phone, 'Welcome back');
  await arrive(3);
  const { messages } = await ask('message', 'list', '--business', mine, '--phone', phone);
  assert.deepEqual(
    messages.map(({ direction, state }: { direction: string; state: string }) => [
      direction,
      state,
    ]),
    [
      ['out', 'delivered'],
      ['out', 'blocked'],
      ['out', 'delivered'],
      ['in', 'received'],
      ['out', 'delivered'],
    ],
  );
  const file = join(folder, 'text.html');
  const noPdf = await run('inbox', 'show', '--business', mine, arrived!.id, '--pdf', file);
  assert.match(noPdf.err, /nothing is attached/);
  const noHtml = await run('inbox', 'show', '--business', mine, arrived!.id, '--html', file);
  assert.equal(noHtml.code, 1);
  await assert.rejects(readFile(file));
  const notAPhone = await run('message', 'send', '--business', mine, '911', 'Hello');
  assert.equal(notAPhone.code, 2);
  const acts = await ask('audit', 'list', '--business', mine);
  const names = JSON.stringify(acts);
  for (const act of ['text.queued', 'inbox.written', 'consent.set']) assert.ok(names.includes(act));
});
