import { parseArgs } from 'node:util';
import { SaxesParser } from 'saxes';
import { readXml, XmlFault } from '../src/kernel/xml/reader.ts';
import { median } from './load.ts';
import { malformedShapes, type Shape, wellFormedShapes } from './xml-shapes.ts';

/*
 * Two measurements of the XML reader, both as ratios, since the machine is never quiet: is an ordinary
 * envelope read no slower than saxes reads it without any limits, and does no document of 512 kB, of
 * whatever shape, cost more than the dearest well-formed one?
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '15' },
    envelopes: { type: 'string', default: '2000' },
    'shape-rounds': { type: 'string', default: '9' },
  },
});

const names =
  'Token Username BusinessName AccountNumber Description TotalAmountDue BillToName BillToAddress1 ' +
  'BillToCity BillToState BillToZip BillToCellPhone BillToAddress2 BusinessAddress1 BusinessAddress2 ' +
  'BusinessCity BusinessState BusinessZip BusinessPhone BusinessEmail AccountNumber2 InvoiceID ' +
  'StatementDate Subtotal Tax ConvenienceFee ScheduledDate ExpirationDate SMSMessage Reference';

compareEnvelopes('compact, default namespace', envelope('', ''));
compareEnvelopes('indented, prefixed', envelope('ws:', '\r\n      '));
compareShapes();

function envelope(prefix: string, gap: string): string {
  const parameters = names.split(' ').map((name, n) => {
    const value =
      n % 10 === 3 ? 'Park &amp; Sons, 12 Main Street' : `Value ${n} of it`.repeat(1 + (n % 3));
    return `${gap}<${prefix}${name}>${value}</${prefix}${name}>`;
  });
  const declared = prefix === '' ? ' xmlns="http://ws.example.test/"' : '';
  return (
    '<?xml version="1.0" encoding="utf-8"?>' +
    '<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" ' +
    'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:ws="http://ws.example.test/" ' +
    'xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>' +
    `<${prefix}Send${declared}>${parameters.join('')}</${prefix}Send></soap:Body></soap:Envelope>`
  );
}

function compareEnvelopes(title: string, text: string): void {
  const repeats = Number(values.envelopes);
  const ours = () => seconds(repeats, () => readOurs(text));
  const theirs = () => seconds(repeats, () => readSaxes(text));
  if (readOurs(text) !== readSaxes(text)) throw new Error('the two readers disagree');
  for (let warm = 0; warm < 3; warm += 1) [ours(), theirs()];
  const ratios: number[] = [];
  for (let round = 0; round < Number(values.rounds); round += 1) {
    ratios.push(round % 2 === 0 ? ours() / theirs() : 1 / (theirs() / ours()));
  }
  const ratio = median(ratios);
  console.log(
    `envelope of 30 parameters, ${title}, ${text.length} characters: ` +
      `${ratio.toFixed(2)} of the time of saxes (${(1 / ratio).toFixed(1)} times as fast)`,
  );
}

/** What was seen, so that neither reader can be spared its work. */
function readOurs(text: string): number {
  let seen = 0;
  readXml(text, {
    open: (name, attributes) => {
      seen += name.local.length + name.namespace.length + attributes.length;
    },
    text: (value) => {
      seen += value.length;
    },
    close: () => {
      seen += 1;
    },
    aside: () => {},
  });
  return seen;
}

function readSaxes(text: string): number {
  let seen = 0;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    seen += tag.local.length + tag.uri.length;
    for (const name in tag.attributes) if (!name.startsWith('xmlns')) seen += 1;
  });
  parser.on('text', (value) => {
    seen += value.length;
  });
  parser.on('closetag', () => {
    seen += 1;
  });
  parser.write(text).close();
  return seen;
}

function compareShapes(): void {
  const wellFormed = wellFormedShapes().map(measured);
  const malformed = malformedShapes().map(measured);
  for (const { name, text } of wellFormed) if (!isRead(text)) throw new Error(`${name} is refused`);
  for (const { name, text } of malformed) if (isRead(text)) throw new Error(`${name} is accepted`);
  for (let round = -2; round < Number(values['shape-rounds']); round += 1) {
    for (const shape of [...wellFormed, ...malformed]) {
      const spent = seconds(1, () => isRead(shape.text));
      if (round >= 0) shape.times.push(spent);
    }
  }
  const dearest = Math.max(...wellFormed.map(({ times }) => median(times)));
  print('well-formed, 512 kB', wellFormed, dearest);
  print('malformed or over a limit, 512 kB', malformed, dearest);
}

type Measured = Shape & { readonly times: number[] };

function measured(shape: Shape): Measured {
  return { ...shape, times: [] };
}

function isRead(text: string): boolean {
  try {
    readXml(text, { open() {}, text() {}, close() {}, aside() {} });
    return true;
  } catch (fault) {
    if (fault instanceof XmlFault) return false;
    throw fault;
  }
}

function print(title: string, shapes: readonly Measured[], dearest: number): void {
  console.log(`\n${title}: cost as part of the dearest well-formed document`);
  const rows = shapes.map(({ name, times }) => ({ name, ratio: median(times) / dearest }));
  for (const { name, ratio } of rows.sort((one, other) => other.ratio - one.ratio)) {
    console.log(`  ${ratio.toFixed(3)}  ${name}`);
  }
}

function seconds(repeats: number, run: () => void): number {
  const startedAt = performance.now();
  for (let repeat = 0; repeat < repeats; repeat += 1) run();
  return (performance.now() - startedAt) / 1000;
}
