import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refuseTooMuch } from '../../src/cli/plan.ts';
import { maxCents } from '../../src/kernel/money.ts';
import { cardFields, type Fields } from '../caller.ts';
import { openServedOffice } from '../cli/office.ts';

test('an operator makes plans and subscriptions, and sees to them', async (t) => {
  const { ask, run, said, call, caller, fixture } = await openServedOffice(t);
  const mine = ['--business', caller.username];
  const tokenOf = async (fields: Fields) => {
    const { body } = await call('CreateToken', { ...cardFields, ...fields });
    return JSON.parse(body).Data as { TokenResult: string; IndividualID: string };
  };
  const { TokenResult: token, IndividualID: customer } = await tokenOf({});
  const { TokenResult: other } = await tokenOf({ CCNumber: '5555555555554444' });
  const { TokenResult: strangers } = await tokenOf({ Email: 'else@example.com' });

  assert.match((await run('plan', 'list', ...mine)).out, /No plans found/);
  const plan = ['plan', 'set', 'gold\u202e', ...mine];
  await refused([...plan, '--amount', '10'], 2, /a new plan needs --amount and --interval/);
  await refused([...plan, '--interval', 'fortnightly'], 2, /--interval must be one of: daily, /);
  await refused([...plan, '--amount', '999999.99', '--interval', 'daily', '--tax', '1'], 1, /most/);
  const terms = ['--amount', '10', '--interval', 'monthly'];
  assert.equal((await ask(...plan, ...terms, '--tax', '0.50', '--periods', '12')).isNew, true);
  const changed = await ask(...plan, '--discount', '12.5', '--periods', '0');
  assert.deepEqual(
    [changed.isNew, changed.amountCents, changed.discount, changed.taxCents, changed.periods],
    [false, '1000', '1250', '50', undefined],
  );
  const plans = await run('plan', 'list', ...mine);
  assert.match(plans.out, /^gold\\u202e +10\.00 +USD +monthly +12\.50 % +0\.50 +0 +no end$/m);

  const create = ['subscription', 'create', ...mine, '--token'];
  await refused([...create, token], 2, /say --plan, or --amount and --interval/);
  await refused([...create, token, '--plan', 'tin'], 1, /has no plan tin: see plan set/);
  await refused([...create, 'card_none', ...terms], 1, /has no such token/);
  await refused(
    [...create, token, ...terms, '--start', '2020-01-31'],
    1,
    /must not lie in the past/,
  );
  const made = await ask(...create, token, '--plan', 'gold\u202e', '--tax', '1');
  assert.deepEqual(
    [made.isNew, made.state, made.customerId, made.source, made.taxCents, made.discount],
    [true, 'active', customer, 'visa …4242', '100', '1250'],
  );
  fixture.clock.pass(1);
  const again = await ask(...create, token, '--plan', 'gold\u202e', '--tax', '1');
  assert.deepEqual([again.isNew, again.id], [false, made.id]);
  const later = await ask(...create, token, ...terms, '--start', '2099-01-31');
  assert.deepEqual([later.state, later.startsOn], ['scheduled', '2099-01-31']);
  assert.match(later.nextChargeAt, /^2099-01-31T14:00/);
  const dead = await tokenOf({ CCNumber: '4000000000000341', Email: 'dead@example.com' });
  const incomplete = await run(...create, dead.TokenResult, ...terms);
  assert.equal(incomplete.code, 1, 'a script can tell');
  assert.match(incomplete.out, /its first charge did not succeed so far:\n.*\nstate/s);

  const idsIn = async (...words: string[]) => {
    const { subscriptions } = await ask('subscription', 'list', ...mine, ...words);
    return subscriptions.map(({ id }: { id: string }) => id);
  };
  assert.equal((await idsIn()).length, 3);
  assert.deepEqual(await idsIn('--state', 'active'), [made.id]);
  assert.deepEqual(await idsIn('--customer', customer), [later.id, made.id]);
  assert.match(
    (await run('subscription', 'list', ...mine)).out,
    /gold\\u202e +active +10\.00 +monthly/,
  );

  const name = `${made.businessId}/${made.id}`;
  const shown = await ask('subscription', 'show', name);
  const [period] = shown.periods;
  assert.deepEqual(
    [shown.periods.length, period.state, period.amountCents, period.orderNumber],
    [1, 'paid', '975', `SUB-${made.id}-1`],
  );
  const payment = await ask('payment', 'show', ...mine, period.paymentId);
  assert.deepEqual([payment.state, payment.invoiceNumber], ['captured', period.invoiceNumber]);
  assert.deepEqual(
    shown.moves.map(({ toState }: { toState: string }) => toState),
    ['scheduled', 'incomplete', 'active'],
  );
  const text = (await run('subscription', 'show', name)).out;
  assert.match(text, /charged to +visa …4242\n/);
  assert.match(text, /\nnext charge +20[^\n]+\nmade/);
  assert.match(text, new RegExp(`SUB-${made.id}-1 +${period.invoiceNumber} +${period.paymentId} `));
  assert.match(text, /incomplete +active +system +its period is paid/);

  const act = (what: string, ...words: string[]) => ['subscription', what, name, ...words];
  assert.equal((await ask(...act('pause'))).state, 'paused');
  await refused(act('pause'), 1, /is paused: it cannot be paused/);
  assert.equal((await ask(...act('resume'))).state, 'active');
  await refused(act('change'), 2, /say what is to be changed/);
  await refused(act('change', '--plan', 'tin'), 1, /has no plan tin/);
  await refused(act('change', '--amount', '999999.99'), 1, /amount and tax are 1000000\.99/);
  const dearer = await run(...act('change', '--amount', '20', '--discount', '0', '--tax', '0'));
  assert.match(dearer.out, /is changed\.\n.*each period +20\.00\nadded to the next +10\.25\n/s);
  const planned = await ask(...act('change', '--plan', 'gold\u202e'));
  assert.deepEqual([planned.amountCents, planned.carryCents], ['1000', '-50']);
  await refused(act('token', strangers), 1, new RegExp(`not of customer ${customer}`));
  assert.equal((await ask(...act('token', other))).source, 'mastercard …4444');
  const { address } = await ask(...act('address'));
  assert.match(address, /\/subscription\/[\w-]{22}$/);
  assert.equal((await ask(...act('address'))).address, address);
  assert.notEqual((await ask(...act('address', '--replace'))).address, address);
  await refused(act('cancel', '--at-end', '--undo'), 2, /say either --at-end or --undo/);
  assert.equal((await ask(...act('cancel', '--at-end'))).cancelsAtEnd, true);
  const ending = (await run('subscription', 'show', name)).out;
  assert.match(ending, /\nends with its period +yes\nits period ends +20/);
  assert.doesNotMatch(ending, /next charge/);
  await refused(act('pause'), 1, /ends with its period: cancel --undo first/);
  await refused(act('change', '--interval', 'daily'), 1, /ends with its period: cancel --undo/);
  assert.equal((await ask(...act('cancel', '--undo'))).cancelsAtEnd, false);
  assert.equal((await ask(...act('cancel'))).state, 'canceled');
  const ended = (await run('subscription', 'show', name)).out;
  assert.match(ended, /\nnever refunded +0\.50\n/);
  assert.doesNotMatch(ended, /the next/);
  for (const what of ['cancel', 'pause', 'resume']) {
    await refused(act(what), 1, /is canceled: it cannot be /);
  }
  await refused(['subscription', 'show', '1/1'], 1, /there is no subscription 1\/1/);
  await refused(['subscription', 'cancel', '7'], 2, /say whose 7 is: BUSINESS\/7, or --business/);

  const days = await ask('business', 'terms', caller.username, '--retry-days', '2,4,9');
  assert.deepEqual(days.retryDays, [2, 4, 9]);
  for (const wrong of ['4,2', '0', '1,1', '1,61', '1.5', 'daily']) {
    const words = ['business', 'terms', caller.username, '--retry-days', wrong];
    await refused(words, 2, /--retry-days must be growing numbers of days up to 60/);
  }
  assert.match((await run('business', 'terms', caller.username)).out, /retry days +2,4,9/);
  const lets = await ask('business', 'terms', caller.username, '--payer-cancels', 'on');
  assert.equal(lets.payerCancels, true);

  const acts = JSON.stringify(await ask('audit', 'list', ...mine));
  for (const what of ['plan.set', 'subscription.paused', 'subscription.token_changed']) {
    assert.ok(acts.includes(what), what);
  }
  for (const secret of [token, other, strangers]) {
    assert.ok(
      !said.some(({ out, err }) => `${out}${err}`.includes(secret)),
      'tokens are not shown',
    );
  }

  async function refused(words: readonly string[], code: number, why: RegExp): Promise<void> {
    const { code: told, out, err } = await run(...words);
    assert.deepEqual([told, out], [code, ''], `${words.join(' ')}: ${err}`);
    assert.match(err, why);
    assert.doesNotMatch(err, /\n +at /, 'no stack');
  }
});

test('what is too much for an invoice is named in its currency', () => {
  const price = { amountCents: maxCents, taxCents: 1n, currency: 'CAD' } as const;
  const says = /are 1000000\.00 CAD together: they must be at most 999999\.99 CAD/;
  assert.throws(() => refuseTooMuch(price), says);
});
