import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readMarkup } from '../../../test/asmx/markup.ts';
import {
  noRecordings,
  recorded,
  recordedAddress,
  recordedNamespace,
} from '../../../test/asmx/recorded-wsdl.ts';
import { disco } from './documents.ts';

test('the recorded discovery document comes out again', { skip: noRecordings }, () => {
  assert.equal(disco(recordedNamespace, recordedAddress), recorded('Service.disco'));
});

test('the bindings are named in the namespace of the operations, wherever the service stands', () => {
  const address = 'http://two.test/pay/Service.asmx?a="b"&c=<d>';
  const [, contract, ...bindings] = readMarkup(disco('urn:one&only/', address));
  assert.equal(contract!.attributes.ref, `${address}?wsdl`);
  assert.equal(contract!.attributes.docRef, address);
  assert.deepEqual(
    bindings.map(({ attributes: { address: at, binding, 'xmlns:q1': q1, 'xmlns:q2': q2 } }) => ({
      at,
      binding,
      namespace: q1 ?? q2,
    })),
    ['q1:ServiceSoap', 'q2:ServiceSoap12'].map((binding) => ({
      at: address,
      binding,
      namespace: 'urn:one&only/',
    })),
  );
});
