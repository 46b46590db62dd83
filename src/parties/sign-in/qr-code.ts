import { encode } from 'uqr';

/** A QR code as a path of SVG, each square one unit wide, with the light margin that readers need around it. */
export function qrCodeOf(content: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(content, { border: 4 });
  const rows = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? '1' : '0'))
        .join('')
        .matchAll(/1+/g),
    ].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  );
  return { size, path: rows.join('') };
}
