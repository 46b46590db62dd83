import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import type { World } from '../../../world.ts';
import type { Call, Reply } from '../operation.ts';
import { checkPhoneType } from './check-phone-type.ts';

/** Where no carrier is asked nothing else of the caller decides, and nothing of the world is touched. */
async function check(number: string, environment: 'sandbox' | 'live'): Promise<Reply['body']> {
  const call = { business: { environment }, lookUps: {} } as unknown as Call;
  const world = { carriers: { texts: {} } } as unknown as World;
  const reply = await checkPhoneType.handle(world, call, { PhoneNumber: number });
  const { status, body } = reply as Reply;
  assert.equal(status, 200);
  return body;
}

test('the answer is the envelope with number, kind and carrier', async () => {
  assert.deepEqual(await check('2125550100', 'sandbox'), {
    IsSuccess: true,
    Message: 'This is a mobile number.',
    Data: { PhoneNumber: '2125550100', PhoneType: 'mobile', Carrier: 'Sandbox Wireless' },
    OrderNumber: null,
    SMSID: null,
  });
});

test('a number of which the plan says nothing is an answer too', async () => {
  assert.deepEqual(await check('2125550100', 'live'), {
    IsSuccess: true,
    Message: 'The numbering plan does not tell what kind of number this is.',
    Data: { PhoneNumber: '2125550100', PhoneType: 'unknown', Carrier: null },
    OrderNumber: null,
    SMSID: null,
  });
});

test('every kind has a sentence of its own', async () => {
  const numbers = [
    '2125550100',
    '2125550110',
    '2125550120',
    '2125550130',
    '2125550140',
    '2125550150',
  ];
  const bodies = await Promise.all(numbers.map((number) => check(number, 'sandbox')));
  assert.equal(new Set(bodies.map(({ Message }) => Message)).size, numbers.length);
});

test('a number is up to ten digits, behind a country code if it has one', () => {
  const { isRequired, parse } = checkPhoneType.parameters.PhoneNumber!;
  assert.equal(isRequired, true);
  assert.deepEqual(parse('+18005550100'), { ok: true, value: '8005550100' });
  assert.deepEqual(parse('911'), { ok: true, value: '911' });
  assert.equal(parse('212-555-0100').ok, false);
  assert.equal(parse('21255501000').ok, false);
});
