/** A logo as it is sent, and as a page shows it. */
export type LogoFile = { readonly content: string; readonly url: string };

/** As large as a page or PDF ever shows it, twice over for sharp screens. */
const box = { width: 640, height: 320 };
const least = 16;
const mostBytes = 200_000;

/**
 * Draws the file anew as a plain PNG of a size that is accepted, or as a JPEG where that is too large. Nothing but the
 * picture leaves this computer, and a photo that was taken sideways stands upright.
 */
export async function readLogoFile(file: File): Promise<LogoFile | 'not_an_image' | 'too_small'> {
  if (!['image/png', 'image/jpeg'].includes(file.type)) return 'not_an_image';
  const image = await createImageBitmap(file).catch(() => undefined);
  if (!image) return 'not_an_image';
  const scale = Math.min(1, box.width / image.width, box.height / image.height);
  const [width, height] = [Math.round(image.width * scale), Math.round(image.height * scale)];
  if (Math.min(width, height) < least) return 'too_small';
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const paper = canvas.getContext('2d')!;
  paper.drawImage(image, 0, 0, width, height);
  const plain = fileOf(canvas.toDataURL('image/png'));
  if (plain.content.length <= (mostBytes / 3) * 4) return plain;
  paper.globalCompositeOperation = 'destination-over';
  paper.fillStyle = '#ffffff';
  paper.fillRect(0, 0, width, height);
  return fileOf(canvas.toDataURL('image/jpeg', 0.85));
}

function fileOf(url: string): LogoFile {
  return { url, content: url.slice(url.indexOf(',') + 1) };
}
