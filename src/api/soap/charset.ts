export type ContentType = {
  /** In lower case; '' when there is none. */
  readonly mediaType: string;
  /** Names in lower case, values without their quotes. */
  readonly parameters: ReadonlyMap<string, string>;
};

export type Charset = {
  /** True if a character takes two bytes, so that even a comma differs from its ASCII byte. */
  readonly isWide: boolean;
  /** Never fails: an invalid byte becomes a replacement character. */
  decode(bytes: Buffer): string;
};

const none: ContentType = { mediaType: '', parameters: new Map() };
const parameter = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/g;

// Programs send the same header with every request.
const known = new Map<string, ContentType>();
const mostKnown = 100;

export function readContentType(header: string | undefined): ContentType {
  if (header === undefined) return none;
  const before = known.get(header);
  if (before) return before;
  const read = parseContentType(header);
  if (known.size >= mostKnown) known.clear();
  known.set(header, read);
  return read;
}

function parseContentType(header: string): ContentType {
  const end = header.indexOf(';');
  const mediaType = (end === -1 ? header : header.slice(0, end)).trim().toLowerCase();
  if (end === -1) return { mediaType, parameters: none.parameters };
  const parameters = new Map<string, string>();
  for (const [, name = '', quoted, plain = ''] of header.slice(end).matchAll(parameter)) {
    const key = name.toLowerCase();
    const value = quoted === undefined ? plain.trim() : quoted.replaceAll(/\\(.)/g, '$1');
    if (!parameters.has(key)) parameters.set(key, value);
  }
  return { mediaType, parameters };
}

/** The text of an XML document, without its BOM. */
export function decodeBody(body: Buffer, contentType: ContentType): string {
  const { bytes, marked } = readMark(body);
  if (marked) return marked.decode(bytes);
  const label = contentType.parameters.get('charset');
  // The legacy service read an unknown character set as ASCII.
  const charset = label ? (charsetOf(label) ?? ascii) : declaredIn(body);
  return charset.decode(body);
}

/** The character set of a BOM, which overrides any label, and the bytes after it. */
export function readMark(body: Buffer): { readonly bytes: Buffer; readonly marked?: Charset } {
  const [first, second] = body;
  if (first === 0xef && second === 0xbb && body[2] === 0xbf) {
    return { bytes: body.subarray(3), marked: utf8 };
  }
  if (first === 0xff && second === 0xfe) return { bytes: body.subarray(2), marked: utf16le };
  if (first === 0xfe && second === 0xff) return { bytes: body.subarray(2), marked: utf16be };
  return { bytes: body };
}

/** A character set by any of its usual names, if it is known. */
export function charsetOf(label: string): Charset | undefined {
  const name = label.trim().toLowerCase();
  const known = charsets.get(name);
  if (known) return known;
  const charset = charsetOfPlatform(name);
  // Only known names are cached, so the cache is bounded.
  if (charset) charsets.set(name, charset);
  return charset;
}

const declaration =
  /^<\?xml\s+version\s*=\s*["'][\d.]+["']\s+encoding\s*=\s*["']([A-Za-z][\w.:-]*)["']/;
const longestDeclaration = 256;
const lessThan = 0x3c;
const questionMark = 0x3f;

function declaredIn(body: Buffer): Charset {
  const [first, second] = body;
  if (first === lessThan && second === 0) return utf16le;
  if (first === 0 && second === lessThan) return utf16be;
  if (first !== lessThan || second !== questionMark) return utf8;
  const [, label] = declaration.exec(body.toString('latin1', 0, longestDeclaration)) ?? [];
  const charset = label === undefined ? undefined : charsetOf(label);
  // A single-byte text is not UTF-16, whatever it declares: a document built as a string and sent as UTF-8 often
  // declares that.
  return charset === undefined || charset.isWide ? utf8 : charset;
}

export const utf8: Charset = { isWide: false, decode: (bytes) => bytes.toString('utf8') };
const utf16le = charsetOfPlatform('utf-16le')!;
const utf16be = charsetOfPlatform('utf-16be')!;
const latin1: Charset = { isWide: false, decode: (bytes) => bytes.toString('latin1') };
const ascii: Charset = {
  isWide: false,
  decode(bytes) {
    const known = Buffer.from(bytes);
    for (let at = 0; at < known.length; at += 1) if (known[at]! > 0x7f) known[at] = questionMark;
    return known.toString('latin1');
  },
};

// Browsers read the names of ASCII and Latin-1 as windows-1252, and so does TextDecoder.
const charsets = new Map<string, Charset>([
  ...named(utf8, 'utf-8 utf8'),
  ...named(latin1, 'iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 iso-ir-100'),
  ...named(latin1, 'latin1 l1 csisolatin1 cp819 ibm819'),
  ...named(ascii, 'us-ascii ascii ansi_x3.4-1968'),
]);

function named(charset: Charset, names: string): [string, Charset][] {
  return names.split(' ').map((name) => [name, charset]);
}

function charsetOfPlatform(name: string): Charset | undefined {
  let decoder: TextDecoder;
  try {
    decoder = new TextDecoder(name, { ignoreBOM: true });
  } catch {
    return undefined;
  }
  const isWide = decoder.encoding.startsWith('utf-16');
  return { isWide, decode: (bytes) => decoder.decode(bytes) };
}
