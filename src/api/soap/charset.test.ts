import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { anyText } from '../../../test/any-text.ts';
import { decodeBody, readContentType } from './charset.ts';

const utf8Mark = [0xef, 0xbb, 0xbf];
const littleMark = [0xff, 0xfe];
const bigMark = [0xfe, 0xff];

function decode(header: string | undefined, ...parts: (string | readonly number[])[]): string {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Buffer.from(part))),
  );
  return decodeBody(body, readContentType(header));
}

const little = (text: string) => [...Buffer.from(text, 'utf16le')];
const big = (text: string) => [...Buffer.from(text, 'utf16le').swap16()];
const single = (text: string) => [...Buffer.from(text, 'latin1')];

const contentTypes: [header: string | undefined, type: string, parameters: object][] = [
  [undefined, '', {}],
  ['', '', {}],
  ['text/xml', 'text/xml', {}],
  ['Text/XML', 'text/xml', {}],
  ['text/xml;', 'text/xml', {}],
  [' text/xml ; charset=utf-8 ', 'text/xml', { charset: 'utf-8' }],
  ['text/xml;charset=utf-8', 'text/xml', { charset: 'utf-8' }],
  ['text/xml; CHARSET=UTF-8', 'text/xml', { charset: 'UTF-8' }],
  ['text/xml; charset="UTF-8"', 'text/xml', { charset: 'UTF-8' }],
  ['text/xml; charset = "UTF-8" ', 'text/xml', { charset: 'UTF-8' }],
  ['text/xml; charset=a; charset=b', 'text/xml', { charset: 'a' }],
  ['a/b; action="http://x/;y=1"; z=2', 'a/b', { action: 'http://x/;y=1', z: '2' }],
  ['a/b; action=http://x/Y?a=b', 'a/b', { action: 'http://x/Y?a=b' }],
  ['a/b; action=""; z=', 'a/b', { action: '', z: '' }],
  ['a/b; x="a\\"b\\\\c"', 'a/b', { x: 'a"b\\c' }],
  ['a/b; x="open', 'a/b', { x: 'open' }],
  ['a/b; x="open\\', 'a/b', { x: 'open' }],
  ['a/b; flag; =v; ; x=1', 'a/b', { x: '1' }],
  ['a/b; x="1" junk; y=2', 'a/b', { x: '1', y: '2' }],
  ['; charset=utf-8', '', { charset: 'utf-8' }],
];

for (const [header, mediaType, parameters] of contentTypes) {
  test(`the content type ${header === undefined ? 'that is absent' : `"${header}"`} is read`, () => {
    const type = readContentType(header);
    assert.equal(type.mediaType, mediaType);
    assert.deepEqual(Object.fromEntries(type.parameters), parameters);
  });
}

const sets: [charset: string, bytes: readonly number[], text: string][] = [
  ['utf-8', [0x68, 0xc3, 0xa9], 'hé'],
  ['UTF8', [0x68, 0xc3, 0xa9], 'hé'],
  ['"UTF-8"', [0xf0, 0x9f, 0x98, 0x80], '😀'],
  ['utf-16', little('hé😀'), 'hé😀'],
  ['unicode', little('hé'), 'hé'],
  ['utf-16le', little('hé'), 'hé'],
  ['UTF-16BE', big('hé😀'), 'hé😀'],
  ['iso-8859-1', [0x68, 0xe9], 'hé'],
  ['latin1', [0x68, 0xe9], 'hé'],
  ['windows-1252', [0x80, 0xe9], '€é'],
  ['windows-1251', [0xc4, 0xe0], 'Да'],
  ['iso-8859-15', [0xa4], '€'],
  ['shift_jis', [0x93, 0xfa], '日'],
  ['us-ascii', [0x68, 0xc3, 0xa9], 'h??'],
  ['bogus', [0x68, 0xc3, 0xa9], 'h??'],
  ['utf-7', [0x68, 0xff], 'h?'],
  ['iso-2022-kr', [0x68, 0xff], 'h?'],
];

for (const [charset, bytes, text] of sets) {
  test(`a body in ${charset} is read as its content type says`, () => {
    assert.equal(decode(`text/xml; charset=${charset}`, bytes), text);
    assert.equal(decode(`text/xml; charset=${charset.toUpperCase()}`, bytes), text);
  });
}

test('Latin-1 is Latin-1 to the last byte and not windows-1252', () => {
  const bytes = Array.from({ length: 256 }, (_, byte) => byte);
  const text = String.fromCharCode(...bytes);
  for (const label of ['iso-8859-1', 'ISO_8859-1', 'latin1', 'l1']) {
    assert.equal(decode(`text/xml; charset=${label}`, bytes), text);
  }
});

test('without a charset it is UTF-8', () => {
  for (const header of [undefined, 'text/xml', 'text/xml; charset=', 'application/soap+xml']) {
    assert.equal(decode(header, '<a>é</a>'), '<a>é</a>');
    assert.equal(decode(header, ''), '');
  }
});

test('a BOM is surer than any charset, and is taken off', () => {
  for (const charset of ['', 'utf-8', 'utf-16', 'utf-16be', 'iso-8859-1', 'bogus']) {
    const header = charset === '' ? 'text/xml' : `text/xml; charset=${charset}`;
    assert.equal(decode(header, utf8Mark, '<é>'), '<é>');
    assert.equal(decode(header, littleMark, little('<é>')), '<é>');
    assert.equal(decode(header, bigMark, big('<é>')), '<é>');
    assert.equal(decode(header, utf8Mark), '');
  }
});

test('only one BOM is taken off', () => {
  assert.equal(decode('text/xml', utf8Mark, utf8Mark, 'a'), '\ufeffa');
  assert.equal(decode('text/xml', littleMark, littleMark, little('a')), '\ufeffa');
});

test('half a BOM is no BOM', () => {
  assert.equal(decode('text/xml', [0xef, 0xbb]), '\ufffd');
  assert.equal(decode('text/xml; charset=iso-8859-1', [0xff]), 'ÿ');
});

test('without a charset the XML declaration names it', () => {
  const document = (name: string) => `<?xml version="1.0" encoding="${name}"?><a>é</a>`;
  for (const name of ['iso-8859-1', 'ISO-8859-1', 'latin1', 'windows-1252']) {
    assert.equal(decode('text/xml', single(document(name))), document(name));
  }
  assert.equal(decode('text/xml', document('utf-8')), document('utf-8'));
  const apostrophes = "<?xml version = '1.0'\n encoding = 'iso-8859-1' standalone='yes' ?><é/>";
  assert.equal(decode(undefined, single(apostrophes)), apostrophes);
});

test('a charset is surer than the XML declaration', () => {
  const document = '<?xml version="1.0" encoding="iso-8859-1"?><a>é</a>';
  assert.equal(decode('text/xml; charset=utf-8', document), document);
});

test('a declaration that is UTF-16 by its bytes needs no BOM', () => {
  const document = '<?xml version="1.0" encoding="utf-16"?><a>é</a>';
  assert.equal(decode('text/xml', little(document)), document);
  assert.equal(decode('text/xml', big(document)), document);
});

test('a declaration that says UTF-16 byte by byte is wrong, and the document is UTF-8', () => {
  const document = '<?xml version="1.0" encoding="utf-16"?><a>é</a>';
  assert.equal(decode('text/xml', document), document);
});

test('a declaration that names a set nobody knows, or none, leaves it at UTF-8', () => {
  for (const rest of [' encoding="bogus"?>é', '?>é', ' é', ' encoding=iso-8859-1?>é']) {
    const document = `<?xml version="1.0"${rest}`;
    assert.equal(decode('text/xml', document), document);
  }
  const later = '<a><?xml version="1.0" encoding="iso-8859-1"?>é</a>';
  assert.equal(decode('text/xml', later), later);
});

test('bytes that are no character become a replacement', () => {
  assert.equal(decode('text/xml; charset=utf-8', [0x61, 0xff, 0x62, 0xc3]), 'a\ufffdb\ufffd');
  assert.equal(decode('text/xml; charset=utf-16', [...little('a'), 0x62]), 'a\ufffd');
  assert.equal(decode('text/xml; charset=utf-16be', [...big('a'), 0x62]), 'a\ufffd');
  assert.equal(decode('text/xml; charset=utf-16', [0x3d, 0xd8, 0x61, 0x00]), '\ufffda');
  assert.equal(decode('text/xml', littleMark, [0x62]), '\ufffd');
});

test('a body that was broken leaves nothing behind for the next one', () => {
  decode('text/xml; charset=utf-16', [0x3d, 0xd8, 0x61]);
  assert.equal(decode('text/xml; charset=utf-16', little('ab')), 'ab');
});

test('text comes back from every encoding that can hold it', () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      // A BOM in front would be taken off, and rightly.
      const document = `<${text.toWellFormed()}`;
      assert.equal(decode('text/xml; charset=utf-8', document), document);
      assert.equal(decode('text/xml; charset=utf-16', little(document)), document);
      assert.equal(decode('text/xml', bigMark, big(document)), document);
    }),
  );
});

test('no content type and no bytes make the reader fail', () => {
  const labels = fc.constantFrom('utf-8', 'utf-16', 'utf-16be', 'us-ascii', 'gb18030', '\u0130');
  const headers = fc.oneof(
    anyText(),
    labels.map((label) => `text/xml; charset=${label}`),
  );
  fc.assert(
    fc.property(headers, fc.uint8Array({ maxLength: 300 }), (header, bytes) => {
      assert.equal(typeof decode(header, [...bytes]), 'string');
      assert.equal(typeof decode(header, '<?xml version="1.0" encoding="', [...bytes]), 'string');
    }),
  );
});
