import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { serviceOperations } from '../../src/api/operations/index.ts';
import type { Service } from '../../src/parties/businesses/offering.ts';
import { bindings, callBy, resultText, textOf } from '../asmx/bindings.ts';
import { goodCall } from '../asmx/good-values.ts';
import { openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { atEnd } from '../scope.ts';
import { typeWith, without } from './type-of.ts';

/** What a type of business lacks is refused by every operation of Service.asmx, in the form of its result. */
const fixture = await makeFixture({ after });
const world = await fixture.open();
const { baseUrl, close } = await openDoor(world);
atEnd({ after }, close);

const sentences: Readonly<Record<Service, string>> = {
  payments: 'This business is not set up for card payments; its account manager can change that.',
  ach: 'This business is not set up for bank payments; its account manager can change that.',
  messaging: 'This business is not set up for text messaging; its account manager can change that.',
  receipts: 'This business is not set up for receipts; its account manager can change that.',
  subscriptions:
    'This business is not set up for subscriptions; its account manager can change that.',
  invoicing:
    'This business is not set up for invoices that are paid on a page; its account manager can change that.',
  leads: 'This business is not set up for lead forms; its account manager can change that.',
};

/** By what the interface says of each operation, and not by the table that is tested. */
const needed: Readonly<Record<string, readonly Service[]>> = {
  GetIndividualsForExternalAPI: ['leads'],
  ContactInsert: ['leads', 'messaging'],
  ExternalAPIResponse: ['leads'],
  SendPaymentSMS: ['invoicing', 'messaging'],
  ProcessTokenPaymentTest: ['payments'],
  CreateCustomerSubscription: ['subscriptions'],
  AcquirerATokenUpdate: ['payments'],
  CreateSMSReceipt: ['receipts', 'messaging'],
  CheckPhoneType: ['messaging'],
};

for (const operation of serviceOperations) {
  const { name, result } = operation;
  describe(name, () => {
    for (const service of needed[name] ?? []) {
      test(`is refused without ${service}, in every binding`, async () => {
        const typeId = await typeWith(world, { services: without(service) });
        const caller = await fixture.addBusiness({ typeId });
        for (const binding of bindings) {
          const known = { ...caller, cardToken: 'card_1', invoice: '1', lead: '1' };
          const { status, body } = await callBy(binding, baseUrl, name, goodCall(operation, known));
          assert.equal(status, 200, body);
          const message =
            result === 'text'
              ? JSON.parse(resultText(binding, name, body)!).Message
              : textOf(body, 'Error');
          assert.equal(message, sentences[service]);
        }
      });
    }
  });
}

test('every operation that names a service is known here', () => {
  const named = serviceOperations.filter((one) => one.needsServices).map(({ name }) => name);
  assert.deepEqual(named.toSorted(), Object.keys(needed).toSorted());
});

test('a type that changes is obeyed within seconds, by businesses that are there', async () => {
  const typeId = await typeWith(world);
  const caller = await fixture.addBusiness({ typeId });
  const operation = serviceOperations.find(({ name }) => name === 'CheckPhoneType')!;
  const ask = async () => {
    const sent = goodCall(operation, { ...caller, cardToken: '', invoice: '', lead: '' });
    const { body } = await callBy('SOAP 1.1', baseUrl, 'CheckPhoneType', sent);
    return JSON.parse(resultText('SOAP 1.1', 'CheckPhoneType', body)!).IsSuccess;
  };
  assert.equal(await ask(), true);
  await world.db.query('update business_types set services = $2 where id = $1', [typeId, []]);
  fixture.clock.pass(5001);
  assert.equal(await ask(), false);
});
