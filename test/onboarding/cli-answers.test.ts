import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { switchFor } from '../../src/parties/businesses/switches.ts';
import { bankFields, cardFields, client, openDoor } from '../caller.ts';
import { openOffice } from '../cli/office.ts';
import { makeFixture } from '../fixture.ts';
import { apply } from './applicant.ts';

const fixture = await makeFixture({ after });
const world = await fixture.open();

const { run } = openOffice(fixture);

test('a file that is not there is a fault of the command line, not a finding', async () => {
  const { code, err } = await run('ach', 'read', '/nonexistent.ach');
  assert.deepEqual([code, err], [2, 'quittance: there is no file /nonexistent.ach\n']);
});

test('a list of a business that is not there says so, instead of being empty', async () => {
  for (const words of [
    ['business', 'list', '--parent', '999999'],
    ['application', 'list', '--business', '999999'],
    ['question', 'list', '--business', '999999'],
    ['audit', 'list', '--business', '999999'],
  ]) {
    const { code, err } = await run(...words);
    assert.deepEqual([code, err], [1, 'quittance: there is no business 999999\n'], words.join(' '));
  }
  for (const command of ['question', 'audit']) {
    assert.equal((await run(command, 'list', '--business', '0')).code, 0, 'the platform is there');
  }
});

test('a live business keeps its limits, and nothing says otherwise', async () => {
  const { id } = (await fixture.addBusiness({ environment: 'live', limited: true })).business;
  const off = await run('business', 'limits', String(id), 'off', '--json');
  const always = 'A live business always has its limits: they are not switched off.';
  assert.deepEqual([off.code, off.out, off.err], [1, '', `quittance: ${always}\n`]);
  const acts = await fixture.db.query('select 1 from audit_trail where business_id = $1', [id]);
  assert.deepEqual(acts, [], 'the audit log tells nothing either');
  const sandbox = (await fixture.addBusiness({ limited: true })).business;
  const actor = 'operator:ann';
  assert.equal(await switchFor(world, sandbox.id, 'limits', { on: false, actor }), true);
  assert.equal(await switchFor(world, 1n, 'limits', { on: false, actor }), false);
});

test('the list of applications says where it was cut, and goes on behind it', async () => {
  const { business } = await fixture.addBusiness();
  const names: string[] = [];
  for (let i = 0; i < 3; i += 1) {
    const { application } = await apply(world, business);
    names.unshift(`${application.businessId}/${application.id}`);
  }
  const first = await run('application', 'list', '--limit', '2');
  assert.match(first.out, new RegExp(`More: --before ${names[1]}\n$`));
  const rest = await run('application', 'list', '--limit', '2', '--before', names[1]!);
  assert.match(rest.out, new RegExp(`^${names[2]} `, 'm'));
  assert.ok(!rest.out.includes('More:') && !rest.out.includes(names[1]!));
  const unknown = await run('application', 'list', '--before', '1/1');
  assert.deepEqual([unknown.code, unknown.err], [1, 'quittance: there is no application 1/1\n']);
});

test('whoever closes a business hears what of its money is still open', async (t) => {
  const caller = await fixture.addBusiness();
  const door = await openDoor(world);
  const { call, close } = client(door.baseUrl, caller);
  t.after(async () => {
    close();
    await door.close();
  });
  const paid = { ...cardFields, Amount: '12.50', OrderNumber: 'o-1' };
  assert.equal((await call('CreatePayment', paid)).status, 200);
  const debited = { ...bankFields, Amount: '30.00', OrderNumber: 'o-2' };
  assert.equal((await call('CreatePayment', debited)).status, 200);
  const closed = await run('business', 'close', caller.username, '--reason', 'agreed');
  assert.equal(closed.code, 0, closed.err);
  assert.match(closed.out, /is closed: it was payments_enabled and is closed\.$/m);
  assert.match(closed.out, /^12\.50 is still to be settled\.$/m);
  assert.match(closed.out, /^Bank transfers that wait for their file: 1, of 30\.00\.$/m);
  const idle = (await fixture.addBusiness()).business;
  const nothing = await run('business', 'close', String(idle.id), '--reason', 'agreed', '--json');
  const none = { clearingCents: '0', receivableCents: '0', queued: 0, queuedCents: '0' };
  assert.deepEqual(JSON.parse(nothing.out).stillOpen, none);
});

test('help about a family of commands, or about one, is no longer than that', async () => {
  for (const words of [
    ['business', '--help'],
    ['help', 'business'],
  ]) {
    const { code, out } = await run(...words);
    assert.equal(code, 0);
    assert.match(out, /^quittance business close /m);
    assert.ok(!out.includes('quittance payment list'), words.join(' '));
  }
  const one = await run('help', 'business', 'close');
  assert.match(one.out, /^quittance business close /);
  assert.equal(one.out.match(/^quittance /gm)!.length, 1);
});
