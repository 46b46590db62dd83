import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { flawInText } from './text.ts';

test('text of any language is good text', () => {
  for (const text of [
    '',
    'Zoë Müller',
    '山田太郎',
    'עברית',
    '🙂 10% off',
    'a\u200bb',
    'O’Neil & Sons <x>',
  ]) {
    assert.equal(flawInText(text, { multiline: false }), undefined, text);
  }
});

test('tabs and line breaks are good only where a text may have several lines', () => {
  for (const text of ['a\tb', 'a\nb', 'a\r\nb']) {
    assert.equal(flawInText(text, { multiline: true }), undefined);
    assert.equal(flawInText(text, { multiline: false })?.code, 'control_character');
  }
});

test('a control character is refused wherever it stands', () => {
  const welcomeInLines = [9, 10, 13];
  for (let code = 0; code < 256; code += 1) {
    const isControl = code < 32 || (code >= 127 && code < 160);
    const text = `a${String.fromCharCode(code)}b`;
    const flawed = (multiline: boolean) => flawInText(text, { multiline }) !== undefined;
    assert.equal(flawed(false), isControl, `${code}`);
    assert.equal(flawed(true), isControl && !welcomeInLines.includes(code), `${code}`);
  }
});

test('characters that no XML can carry are refused', () => {
  for (const text of ['\ufffe', 'a\uffffb']) {
    assert.equal(flawInText(text, { multiline: true })?.code, 'control_character');
    assert.equal(flawInText(text, { multiline: false })?.code, 'control_character');
  }
});

test('half a surrogate pair is refused, a whole one is not', () => {
  const half = fc.integer({ min: 0xd800, max: 0xdfff }).map((code) => String.fromCharCode(code));
  const ascii = fc.stringMatching(/^[ -~]{0,8}$/);
  fc.assert(
    fc.property(ascii, half, ascii, (before, bad, after) => {
      assert.equal(flawInText(before + bad + after, { multiline: true })?.code, 'invalid_text');
    }),
  );
  assert.equal(flawInText('\ud83d\ude42', { multiline: false }), undefined);
  assert.equal(flawInText('\ude42\ud83d', { multiline: false })?.code, 'invalid_text');
});
