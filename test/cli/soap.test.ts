import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scratch } from '../../packages/embedded-postgres/test/scratch.ts';
import { officeOf } from './office.ts';
import { openStarted } from './started.ts';

test('an operation of Service.asmx is called with the key of the first start, and its result printed', async (t) => {
  const folder = await scratch(t);
  const { run, caller } = await openStarted(t, folder);
  const soap = (words: readonly string[], input = '') => run(['soap', ...words], input);

  const looked = await soap(['CheckPhoneType', 'PhoneNumber=2125550123']);
  assert.equal(looked.code, 0, looked.out + looked.err);
  assert.equal(typeof JSON.parse(looked.out), 'object');

  // The same from standard input, with what XML reads otherwise.
  const contact = { FirstName: 'Ada <&> "Park"', LastName: 'Lovelace', PhoneNumber: '2125550188' };
  const written = await soap(['ContactInsert'], JSON.stringify(contact));
  assert.doesNotMatch(written.err, /unable to read|no SOAP envelope/);

  const refused = await soap(['ProcessRefundNoCC', 'OrderNumber=NONE', 'Amount=1.00']);
  assert.equal(refused.code, 1, refused.out + refused.err);
  const stranger = await soap([
    'CheckPhoneType',
    'PhoneNumber=2125550123',
    'Token=wrong',
    'Username=nobody',
  ]);
  assert.equal(stranger.code, 1, stranger.out + stranger.err);
  assert.match(stranger.err, /\(called with no profile, at http:\S+, by the key in its words\)\n$/);
  for (const { out, err } of [looked, written, refused, stranger]) {
    assert.ok(!(out + err).includes(caller.apiKey));
  }
});

test('a wrong operation, field or document is named before anything is sent', async (t) => {
  const { runWith } = officeOf({ HOME: await scratch(t) });
  for (const [words, input, says] of [
    [['CheckPhoneTyp'], '', /no operation "CheckPhoneTyp". Did you mean: CheckPhoneType\?/],
    [
      ['CheckPhoneType', 'PhoneNumbr=1'],
      '',
      /has no field PhoneNumbr. Did you mean: PhoneNumber\?/,
    ],
    [['CheckPhoneType'], '[1]', /standard input must be a JSON object/],
    [['CheckPhoneType'], '{"PhoneNumber":{}}', /standard input must be a JSON object/],
  ] as const) {
    const { code, out, err } = await runWith(input, 'soap', ...words);
    assert.deepEqual([code, out], [2, ''], words.join(' '));
    assert.match(err, says);
  }
});
