import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Secret } from '../../kernel/secret.ts';
import { maskedPath, maskedText } from './masked-text.ts';

const shows = new Set(['amount', 'id', 'text', 'number', 'status', 'rows']);
const mask = { shows, hides: [new Secret('739'), 'Canary Doe', undefined, ''] };

test('of a form, JSON or XML only the listed fields are shown', () => {
  const cases = {
    'amount=10.00&first_name=Canary&security_key=k1&id=7':
      'amount=10.00&first_name=***&security_key=***&id=7',
    'card[number]=4111111111111111&payer[text]=fine&text[other]=x':
      'card[number]=************1111&payer[text]=fine&text[other]=***',
    '{"amount":10.5,"payer":{"name":"Canary"},"rows":["a",{"id":7,"zip":4101}],"no":null,"on":true}':
      '{"amount":10.5,"payer":{"name":"***"},"rows":["a",{"id":7,"zip":"***"}],"no":null,"on":"***"}',
    '\uFEFF{"id":"7"}': '{"id":"7"}',
    '<?xml version="1.0"?>\n<a><id>7</id> <name key="x">Canary</name><b><amount>1 &lt; 2</amount></b><c/></a>':
      '<a><id>7</id><name>***</name><b><amount>1 &lt; 2</amount></b><c></c></a>',
    'xmldata=%3Ctxn%3E%3Cid%3E7%3C%2Fid%3E%3Cpin%3Ex%3C%2Fpin%3E%3C%2Ftxn%3E':
      'xmldata=<txn><id>7</id><pin>***</pin></txn>',
  };
  for (const [text, shown] of Object.entries(cases)) assert.equal(maskedText(text, mask), shown);
});

test('what is hidden is hidden in shown fields too, and a security code only where it stands alone', () => {
  assert.equal(
    maskedText('text=code+739+of+CANARY+DOE+and+4111111111111111&id=1739200', mask),
    'text=code *** of *** and ************1111&id=1739200',
  );
  assert.equal(maskedText('<a><text>739</text></a>', mask), '<a><text>***</text></a>');
});

test('names of fields hide what is no name', () => {
  assert.equal(
    maskedText('{"4111111111111111":1,"Canary Doe":2,"id":3}', mask),
    '{"************1111":"***","***":"***","id":3}',
  );
});

test('what is no whole document is not shown at all', () => {
  const texts = ['{"id":7,"name":"Can', '<a><id>7</id>', 'Canary Doe', '\u0000\u0000', 'a=b&c'];
  for (const text of texts) {
    assert.equal(maskedText(text, mask), `(${text.length} characters that are no whole document)`);
  }
  assert.equal(maskedText('', mask), '');
  const long = maskedText(`id=${'7'.repeat(300_000)}`, mask);
  assert.equal(long, '(300003 characters that are no whole document)');
});

test('a long document is cut after it was masked', () => {
  const rows = Array.from({ length: 2000 }, () => ({ id: '1234567890', name: 'Canary' }));
  const text = maskedText(JSON.stringify({ rows }), mask);
  assert.match(text, /^.{16000}… \(\d+ more characters\)$/);
  assert.ok(!text.includes('Canary'));
});

test('an address is masked like what is sent to it', () => {
  assert.equal(maskedPath('/v1/sales?id=7&email=a%40b.example', mask), '/v1/sales?id=7&email=***');
  assert.equal(maskedPath('/v1/people/Canary%20Doe', mask), '/v1/people/***');
  assert.equal(maskedPath('/v1/%E0', mask), '***');
});
