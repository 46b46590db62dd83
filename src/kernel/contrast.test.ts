import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { sizeOf } from '../../test/size.ts';
import { contrastOf, leastContrast, type Shades, shadesOf, tints } from './contrast.ts';

test('contrast is that of WCAG', () => {
  assert.equal(contrastOf('#000000', '#ffffff'), 21);
  assert.equal(contrastOf('#777777', '#ffffff').toFixed(2), '4.48');
  assert.equal(contrastOf('#1f4fd8', '#1f4fd8'), 1);
});

test('a color that can be read is shown as it is, and another one as near to it as it gets', () => {
  assert.deepEqual(shadesOf('#1f4fd8'), {
    fill: '#1f4fd8',
    onFill: '#ffffff',
    hover: '#1b45bd',
    light: '#1f4fd8',
    dark: '#708ee6',
  });
  assert.deepEqual(shadesOf('#ffcc00'), {
    fill: '#ffcc00',
    onFill: '#000000',
    hover: '#ffd220',
    light: '#836900',
    dark: '#ffcc00',
  });
});

const css = readFileSync(new URL('../api/pages/assets/pages.css', import.meta.url), 'utf8');
const [day = '', night = ''] = css.split('prefers-color-scheme: dark');
const valueIn = (part: string, name: string) =>
  new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(part)![1]!;
const groundsOf = (part: string) => ['ground', 'paper'].map((name) => valueIn(part, name));
const grounds = {
  light: [...groundsOf(day), tints.light],
  dark: [...groundsOf(night), tints.dark],
};

test('whatever is written on a tint can be read', () => {
  for (const [part, tint] of [
    [day, tints.light],
    [night, tints.dark],
  ] as const) {
    for (const name of ['ink', 'soft'])
      assert.ok(contrastOf(valueIn(part, name), tint) >= leastContrast, `${name} on ${tint}`);
  }
});

test('of every color the letters on it and the links in it can be read, by day and by night', () => {
  const step = sizeOf({ gate: 17, usual: 15, full: 3 });
  for (let red = 0; red < 256; red += step) {
    for (let green = 0; green < 256; green += step) {
      for (let blue = 0; blue < 256; blue += step) {
        const color = `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
        const unread = unreadIn(shadesOf(color));
        if (unread) assert.fail(`${color}: ${unread}`);
      }
    }
  }
});

function unreadIn({ fill, onFill, hover, light, dark }: Shades): string | undefined {
  const pairs = [
    [onFill, fill],
    [onFill, hover],
    ...grounds.light.map((ground) => [light, ground] as const),
    ...grounds.dark.map((ground) => [dark, ground] as const),
  ] as const;
  const found = pairs.find(([text, ground]) => contrastOf(text, ground) < leastContrast);
  return found && `${found[0]} on ${found[1]}`;
}
