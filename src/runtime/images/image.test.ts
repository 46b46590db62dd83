import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { chunk, jpeg, jpegWith, png, rowsOf, segment, svg } from '../../../test/images.ts';
import { readImage } from './image.ts';

const page = '<!doctype html><script>alert(document.domain)</script>';

async function cleaned(bytes: Buffer): Promise<Buffer> {
  const read = await readImage(bytes);
  assert.ok(read.ok, read.ok ? '' : read.rule);
  return await read.value.clean();
}

test('PNG and JPEG images are read with their type and size', async () => {
  for (const kind of [0, 2, 3, 4, 6] as const) {
    const read = await readImage(png({ kind }));
    assert.ok(read.ok);
    const { type, width, height } = read.value;
    assert.deepEqual([type, width, height], ['image/png', 64, 32]);
  }
  const read = await readImage(jpeg);
  assert.ok(read.ok);
  const { type, width, height } = read.value;
  assert.deepEqual([type, width, height], ['image/jpeg', 32, 24]);
});

test('a written image is read again, and is written the same', async () => {
  for (const bytes of [png({ kind: 6 }), png({ kind: 3 }), jpeg]) {
    const once = await cleaned(bytes);
    assert.ok(once.equals(await cleaned(once)));
  }
});

test('nothing but the picture is kept', async () => {
  const noted = png({ more: [chunk('tEXt', `Comment\0${page}`), chunk('eXIf', 'MM GPS')] });
  const photo = jpegWith(
    segment(0xe1, 'Exif\0\0MM GPS'),
    segment(0xfe, page),
    segment(0xed, 'Photoshop'),
  );
  for (const bytes of [noted, photo]) {
    assert.match(bytes.toString('latin1'), /GPS/);
    const kept = await cleaned(bytes);
    assert.doesNotMatch(kept.toString('latin1'), /script|GPS|Exif|Photoshop|ICC_PROFILE/);
    assert.ok(kept.equals(await cleaned(bytes === noted ? png() : jpeg)));
  }
});

test('transparency and the palette are kept', async () => {
  const clear = chunk('tRNS', Buffer.from([0]));
  assert.match((await cleaned(png({ kind: 3, more: [clear] }))).toString('latin1'), /PLTE.*tRNS/s);
});

const [width, height] = [64, 32];
const packed = deflateSync(rowsOf(width, height, 3));
const badFilter = rowsOf(width, height, 3).fill(9, 0, 1);
const badSum = Buffer.from(png());
badSum[40]! ^= 1;
const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
const jpegOf = (at: number, ...values: number[]) => {
  const bytes = Buffer.from(jpeg);
  bytes.set(values, at);
  return bytes;
};

const refused: Readonly<Record<string, readonly [Buffer, code: string]>> = {
  'an empty file': [Buffer.alloc(0), 'malformed'],
  'a page': [Buffer.from(page), 'malformed'],
  'an SVG': [svg, 'malformed'],
  'a GIF': [Buffer.from('GIF89a\x40\x00\x20\x00', 'latin1'), 'malformed'],
  'an SVG behind the signature of a PNG': [Buffer.concat([png().subarray(0, 8), svg]), 'malformed'],
  'a PNG with a page behind it': [Buffer.concat([png(), Buffer.from(page)]), 'malformed'],
  'a JPEG with an archive behind it': [
    Buffer.concat([jpeg, Buffer.from('PK\x03\x04')]),
    'malformed',
  ],
  'a PNG behind a page': [Buffer.concat([Buffer.from(page), png()]), 'malformed'],
  'a PNG of one pixel': [png({ width: 1, height: 1 }), 'out_of_range'],
  'a PNG that is a line': [png({ width: 1000, height: 15 }), 'out_of_range'],
  'a PNG of 30,000 by 30,000 pixels': [
    png({ width: 30_000, height: 30_000, rows: Buffer.from('x') }),
    'out_of_range',
  ],
  'a PNG with too many pixels': [
    png({ width: 1000, height: 401, rows: Buffer.from('x') }),
    'out_of_range',
  ],
  'a PNG of the greatest size that can be named': [
    png({ width: 0xffffffff, height: 0xffffffff, rows: Buffer.from('x') }),
    'out_of_range',
  ],
  'a PNG without its end': [png().subarray(0, -12), 'malformed'],
  'a PNG with fewer rows': [png({ rows: deflateSync(rowsOf(width, 31, 3)) }), 'malformed'],
  'a PNG that unpacks to more': [png({ rows: deflateSync(Buffer.alloc(9_000_000)) }), 'malformed'],
  'a PNG with something behind its rows': [
    png({ rows: Buffer.concat([packed, Buffer.from(page)]) }),
    'malformed',
  ],
  'a PNG with a filter that there is not': [png({ rows: deflateSync(badFilter) }), 'malformed'],
  'a PNG with a wrong checksum': [badSum, 'malformed'],
  'a PNG with 16 bits': [png({ depth: 16 }), 'malformed'],
  'a PNG in passes': [png({ interlace: 1 }), 'malformed'],
  'a PNG that moves': [png({ more: [chunk('acTL', Buffer.alloc(8))] }), 'malformed'],
  'a PNG with an unknown chunk that must be known': [png({ more: [chunk('SVGx')] }), 'malformed'],
  'a PNG with two headers': [png({ more: [chunk('IHDR', Buffer.alloc(13))] }), 'malformed'],
  'a PNG with more transparent colors than it has': [
    png({ kind: 3, more: [chunk('tRNS', Buffer.alloc(3))] }),
    'malformed',
  ],
  'a JPEG of one pixel': [jpegOf(frame + 5, 0, 1, 0, 1), 'out_of_range'],
  'a JPEG of 30,000 by 30,000 pixels': [jpegOf(frame + 5, 0x75, 0x30, 0x75, 0x30), 'out_of_range'],
  'a JPEG of no height': [jpegOf(frame + 5, 0, 0), 'out_of_range'],
  'a JPEG for print': [jpegOf(frame + 9, 4), 'malformed'],
  'a JPEG with 12 bits': [jpegOf(frame + 4, 12), 'malformed'],
  'a JPEG without loss': [jpegOf(frame + 1, 0xc3), 'malformed'],
  'a JPEG without its end': [jpeg.subarray(0, -2), 'malformed'],
  'a JPEG of nothing': [Buffer.from([0xff, 0xd8, 0xff, 0xd9]), 'malformed'],
};

for (const [name, [bytes, code]] of Object.entries(refused)) {
  test(`no image is ${name}`, async () => {
    const read = await readImage(bytes);
    assert.ok(!read.ok);
    assert.equal(read.code, code, read.rule);
  });
}

test('an image is refused wherever it is cut off', async () => {
  for (const whole of [png({ kind: 6 }), jpeg]) {
    for (let length = 0; length < whole.length; length += 1) {
      const read = await readImage(whole.subarray(0, length));
      assert.ok(!read.ok, `${length} of ${whole.length}`);
    }
  }
});
