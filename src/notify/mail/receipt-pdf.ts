import { buffer } from 'node:stream/consumers';
import { shadesOf } from '../../kernel/contrast.ts';
import { inLanguage, locales, usualLanguage } from '../../kernel/language.ts';
import { letterOf } from '../../parties/businesses/branding.ts';
import { readImage } from '../../runtime/images/image.ts';
import { fitted } from './logo.ts';
import type { Row, Sheet } from './sheet.ts';
import { common } from './words/receipts.ts';

/** US letter, in points. */
const page = { width: 612, height: 792 } as const;
const edge = 60;
const width = page.width - 2 * edge;
const fonts = { usual: 'Helvetica', bold: 'Helvetica-Bold' } as const;
const inks = { ink: '#17202b', soft: '#5c6874', rule: '#d5dbe2', test: '#6b4e00' } as const;
const accents = { good: '#0b7a4b', plain: '#44505f', bad: '#b3261e' } as const;

type Paper = PDFKit.PDFDocument;

/** A sheet as one page of PDF: the same sheet and moment give the same bytes. */
export async function receiptPdf(sheet: Sheet, at: Date, logo?: Buffer): Promise<Buffer> {
  // Loaded on demand: it is slow to load and rarely needed.
  const { default: Pdf } = await import('pdfkit');
  const paper = new Pdf({
    size: 'LETTER',
    // No second page: text that does not fit is cut.
    margins: { top: 0, bottom: 0, left: edge, right: edge },
    lang: locales[sheet.language ?? usualLanguage],
    info: Object.fromEntries([
      ['Title', winAnsi(sheet.subject)],
      ['Author', winAnsi(sheet.sender.name)],
      ['CreationDate', at],
      ['ModDate', at],
    ]),
  });
  const image = logo && (await checked(logo));
  const done = buffer(paper);
  draw(paper, sheet, image);
  paper.end();
  return await done;
}

/** A logo that cannot be drawn: an error of the renderer, perhaps in a later turn, would take the receipt with it. */
async function checked(logo: Buffer): Promise<Buffer | undefined> {
  return (await readImage(logo)).ok ? logo : undefined;
}

function draw(paper: Paper, sheet: Sheet, logo: Buffer | undefined): void {
  let y = drawMark(paper, sheet, logo, drawBanner(paper, sheet));
  const { sender, title, amount, tone } = sheet;
  y = write(paper, sender.name, y, { size: 17, font: fonts.bold, lines: 2 }) + 4;
  for (const line of sender.lines.slice(0, 6)) {
    y = write(paper, line, y, { size: 9.5, ink: inks.soft }) + 1;
  }
  y = write(paper, title, y + 26, { size: 11, font: fonts.bold, ink: accents[tone] });
  if (amount) y = write(paper, amount, y + 3, { size: 31, font: fonts.bold });
  y += 8;
  for (const text of sheet.paragraphs.slice(0, 4)) {
    y = write(paper, text, y, { size: 10.5, lines: 3 }) + 4;
  }
  if (sheet.action) {
    const { label, value } = sheet.action;
    const color = sender.branding?.accentColor;
    const ink = color ? shadesOf(color).light : inks.ink;
    const look = { size: 10.5, font: fonts.bold, lines: 2, ink };
    const pair = inLanguage(sheet.language ?? usualLanguage, common.pair(label, value));
    y = write(paper, pair, y + 2, look) + 4;
  }
  y = drawRows(paper, sheet.facts.slice(0, 12), y + 16, { labelInk: inks.soft });
  if (sheet.lines.length > 0) {
    y = drawRows(paper, sheet.lines.slice(0, 14), y + 18, { labelInk: inks.ink });
    if (sheet.total) y = drawTotal(paper, sheet.total, y);
  }
  drawRemarks(paper, sheet, y);
}

function drawBanner(paper: Paper, { banner }: Sheet): number {
  if (!banner) return edge;
  paper.rect(0, 0, page.width, 30).fill('#fff3cd');
  const look = { size: 10.5, font: fonts.bold, ink: inks.test, align: 'center' } as const;
  write(paper, banner, 10, look);
  return edge + 14;
}

const mark = { width: 160, height: 48, side: 34 } as const;

/** The stripe of the business, and its logo; the letter of its name if there is none that can be drawn. */
function drawMark(
  paper: Paper,
  { sender, banner }: Sheet,
  logo: Buffer | undefined,
  top: number,
): number {
  const { branding, name } = sender;
  if (!branding) return top;
  const { fill, onFill, light } = shadesOf(branding.accentColor ?? inks.ink);
  if (branding.accentColor) paper.rect(0, banner ? 30 : 0, page.width, 5).fill(fill);
  if (logo && branding.logo) {
    const { width, height } = fitted(branding.logo, mark);
    paper.image(logo, edge, top, { width, height });
    return top + height + 12;
  }
  paper.roundedRect(edge, top, mark.side, mark.side, 7).lineWidth(0.6).fillAndStroke(fill, light);
  const look = {
    size: 17,
    font: fonts.bold,
    ink: onFill,
    align: 'center',
    wide: mark.side,
  } as const;
  write(paper, letterOf(name), top + 9, look);
  return top + mark.side + 12;
}

type RowLook = { readonly labelInk: string };

/** Labels on the left, values on the right, a fine line above each. */
function drawRows(paper: Paper, rows: readonly Row[], top: number, { labelInk }: RowLook): number {
  const value = { left: edge + 150, wide: width - 150 };
  let y = top;
  for (const row of rows) {
    if (y > page.height - edge - 60) break;
    paper
      .moveTo(edge, y)
      .lineTo(edge + width, y)
      .lineWidth(0.6)
      .stroke(inks.rule);
    const isLong = row.value.length > 40;
    const left = isLong ? 140 : width - 130;
    const labelEnd = write(paper, row.label, y + 5, { size: 9.5, ink: labelInk, wide: left });
    const at = isLong ? value : { left: edge + width - 260, wide: 260 };
    const look = { size: 9.5, lines: 4, align: 'right', ...at } as const;
    y = Math.max(labelEnd, write(paper, row.value, y + 5, look)) + 4;
  }
  return y;
}

function drawTotal(paper: Paper, { label, value }: Row, top: number): number {
  paper
    .moveTo(edge, top)
    .lineTo(edge + width, top)
    .lineWidth(1.2)
    .stroke(inks.ink);
  write(paper, label, top + 7, { size: 11, font: fonts.bold, wide: 200 });
  const look = { size: 11, font: fonts.bold, align: 'right', left: edge + width - 200, wide: 200 };
  return write(paper, value, top + 7, { ...look, align: 'right' });
}

/** At the foot of the page, or below the rows if they reach that far. */
function drawRemarks(paper: Paper, { remarks }: Sheet, top: number): void {
  let y = Math.max(top + 18, page.height - edge - 14 * remarks.length);
  for (const text of remarks) {
    if (y > page.height - 20) return;
    y = write(paper, text, y, { size: 8.5, ink: inks.soft, lines: 2 }) + 2;
  }
}

type Look = {
  readonly size: number;
  readonly font?: string;
  readonly ink?: string;
  readonly left?: number;
  readonly wide?: number;
  /** At most; longer text ends in an ellipsis. */
  readonly lines?: number;
  readonly align?: 'left' | 'right' | 'center';
};

/** Returns the y below it. */
function write(paper: Paper, text: string, y: number, look: Look): number {
  const { size, font = fonts.usual, ink = inks.ink, left = edge, wide = width, lines = 1 } = look;
  paper.font(font).fontSize(size).fillColor(ink);
  const height = paper.currentLineHeight(true);
  paper.text(winAnsi(text), left, y, {
    width: wide,
    height: lines * height - 0.1,
    ellipsis: true,
    align: look.align ?? 'left',
  });
  return Math.max(paper.y, y + height);
}

/** The characters beside ASCII and Latin-1 that the standard fonts of PDF can show. */
const beyondLatin1 = new Set('€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ');

/** Characters without a decomposition. */
const likewise: Readonly<Record<string, string>> = {
  ...{ ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ħ: 'h', Ħ: 'H', ı: 'i', ŋ: 'n', Ŋ: 'N', ŧ: 't', Ŧ: 'T' },
  ...{ ĸ: 'k', ſ: 's', '−': '-', '‐': '-', '‑': '-', '‒': '-', '―': '—', '′': "'", '″': '"' },
};

/** In place of a character that cannot be shown. */
const replacement = '?';

/** A text in WinAnsi encoding: other Latin letters lose their marks, other scripts become question marks. */
export function winAnsi(text: string): string {
  return [...text.normalize('NFC')].map(shown).join('');
}

function shown(sign: string): string {
  if (has(sign)) return sign;
  const bare = likewise[sign] ?? [...sign.normalize('NFKD').replace(/\p{M}/gu, '')].join('');
  return bare !== '' && [...bare].every(has) ? bare : replacement;
}

function has(sign: string): boolean {
  const code = sign.codePointAt(0) ?? 0;
  return (code >= 0x20 && code <= 0x7e) || (code >= 0xa0 && code <= 0xff) || beyondLatin1.has(sign);
}
