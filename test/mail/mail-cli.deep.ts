import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardFields, client } from '../caller.ts';
import { envBeside, officeOf } from '../cli/office.ts';
import { startCaptured } from '../e2e/start-captured.ts';
import { scratch } from '../embedded.ts';
import { until } from '../webhooks/post-office.ts';

test('an operator whose mail server is not there hears of it once, and sees what waits for it', async (t) => {
  const service = await startCaptured(t, await scratch(t), {
    LOG_LEVEL: 'warn',
    // Nobody listens there, and nobody but root may.
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'mail@quittance.example',
    SANDBOX_MAIL: 'smtp',
  });
  const { ask, run } = officeOf(envBeside(service));
  const { call, close } = client(`http://127.0.0.1:${service.port}`, service);
  t.after(async () => close());
  const mine = ['mail', 'list', '--business', service.username];
  assert.match((await run(...mine)).out, /No mails found/);

  for (const OrderNumber of ['one', 'two']) {
    const paid = await call('CreatePayment', { ...cardFields, Amount: '12.50', OrderNumber });
    assert.equal(paid.status, 200, paid.body);
  }
  const waiting = async () => (await ask(...mine, '--state', 'queued')).mails;
  await until(async () => {
    const mails = await waiting();
    return mails.filter((one: { tries: number }) => one.tries > 0).length === 2;
  });
  const [latest] = await waiting();
  assert.deepEqual(
    [latest.recipient, latest.kind, latest.errorCode],
    [cardFields.Email, 'payment.captured', 'carrier_unreachable'],
  );
  const shown = await run(...mine, '--limit', '1');
  assert.match(shown.out, /queued: carrier_unreachable/);
  assert.match(shown.out, new RegExp(`More: --before ${service.username}/${latest.id}\n$`));
  assert.equal((await ask(...mine, '--before', latest.id)).mails.length, 1);
  assert.equal((await ask(...mine, '--to', 'nobody@example.com')).mails.length, 0);
  const wrong = await run(...mine, '--state', 'lost');
  assert.equal(wrong.code, 2);
  assert.match(wrong.err, /--state must be one of: queued, sending, sent, failed/);

  await service.stop();
  const warnings = service.said.stderr.split('\n').filter((one) => one.includes('carrier.'));
  assert.equal(warnings.length, 1, service.said.stderr);
  const { level, event, kind, code } = JSON.parse(warnings[0]!);
  assert.deepEqual(
    [level, event, kind, code],
    ['warn', 'carrier.failing', 'smtp', 'carrier_unreachable'],
  );
  assert.ok(!service.said.stderr.includes(cardFields.Email));
});
