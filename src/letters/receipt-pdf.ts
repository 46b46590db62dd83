import type { Row, Sheet } from './sheet.ts';
import { winAnsi } from './win-ansi.ts';

/** US letter, in points. */
const page = { width: 612, height: 792 } as const;
const edge = 60;
const width = page.width - 2 * edge;
const fonts = { usual: 'Helvetica', bold: 'Helvetica-Bold' } as const;
const inks = { ink: '#17202b', soft: '#5c6874', rule: '#d5dbe2', test: '#6b4e00' } as const;
const accents = { good: '#0b7a4b', plain: '#44505f', bad: '#b3261e' } as const;

type Paper = PDFKit.PDFDocument;

/** A sheet as one page to keep or print. The same sheet of the same moment gives the same bytes. */
export async function receiptPdf(sheet: Sheet, at: Date): Promise<Buffer> {
  // Asked for seldom, and slow to read in.
  const { default: Pdf } = await import('pdfkit');
  const paper = new Pdf({
    size: 'LETTER',
    // Nothing ever flows onto another page: what does not fit is cut.
    margins: { top: 0, bottom: 0, left: edge, right: edge },
    lang: 'en-US',
    info: Object.fromEntries([
      ['Title', winAnsi(sheet.subject)],
      ['Author', winAnsi(sheet.sender.name)],
      ['CreationDate', at],
      ['ModDate', at],
    ]),
  });
  const done = bytesOf(paper);
  draw(paper, sheet);
  paper.end();
  return await done;
}

async function bytesOf(paper: Paper): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of paper) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

function draw(paper: Paper, sheet: Sheet): void {
  let y = drawBanner(paper, sheet);
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
    y = write(paper, `${label}: ${value}`, y + 2, { size: 10.5, font: fonts.bold, lines: 2 }) + 4;
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

type RowLook = { readonly labelInk: string };

/** Names on the left, values on the right edge, a fine line above each. */
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

/** At the foot of the page, unless the rows reach down to there. */
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
  /** The most; what is longer ends in dots. */
  readonly lines?: number;
  readonly align?: 'left' | 'right' | 'center';
};

/** Returns where it ends. */
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
