import { type Flaw, flaw, type Parsed } from '../../kernel/parsed.ts';
import { isJpeg, readJpeg } from './jpeg.ts';
import { isPng, readPng } from './png.ts';

/** Facts of an image, after the whole file was read. */
export type ImageFacts = {
  readonly type: 'image/png' | 'image/jpeg';
  readonly width: number;
  readonly height: number;
};

export type ReadImage = ImageFacts & {
  /** The picture alone, written anew: no metadata, nothing before, between or behind it. */
  clean(): Promise<Buffer>;
};

/** In pixels. Smaller is a dot that nobody sees; larger costs every page, mail and PDF that shows it. */
const imageSides = { least: 16, most: 1000 } as const;
const mostPixels = 400_000;

const notAnImage = flaw('malformed', 'must be a PNG or JPEG image');
const badSize = flaw(
  'out_of_range',
  `must be from ${imageSides.least} to ${imageSides.most} pixels on each side, and at most ${mostPixels} pixels`,
);

/** By its bytes; a name or a type that came along counts for nothing. */
export async function readImage(bytes: Buffer): Promise<Parsed<ReadImage>> {
  if (isPng(bytes)) return await readPng(bytes, flawInSize);
  return isJpeg(bytes) ? readJpeg(bytes, flawInSize) : notAnImage;
}

/** Judged by the header, before anything is unpacked. */
export type JudgeSize = typeof flawInSize;
function flawInSize(width: number, height: number): Flaw | undefined {
  const { least, most } = imageSides;
  const isWrong = [width, height].some((side) => side < least || side > most);
  return isWrong || width * height > mostPixels ? badSize : undefined;
}
