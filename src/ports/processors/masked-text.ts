import { maskCardNumbers } from '../../kernel/mask.ts';
import { Secret } from '../../kernel/secret.ts';
import { XmlFault } from '../../kernel/xml/fault.ts';
import { readXml } from '../../kernel/xml/reader.ts';
import { xmlText } from '../../kernel/xml/text.ts';

/*
 * One masker for all gateways. It reads a text as JSON, XML or a form and writes it anew, with the names of all fields
 * and the values of only those fields that the connector lists as evidence. A field that a gateway adds tomorrow is
 * hidden.
 */

export type Mask = {
  /** Names of fields whose values are neither secret nor personal data. */
  readonly shows: ReadonlySet<string>;
  /** Texts that may stand in no value, even where a gateway quotes them, or patterns of such texts. */
  readonly hides: readonly (Secret | string | RegExp | undefined)[];
};

const hidden = '***';
const longestRead = 256 * 1024;
const longestKept = 16_000;
const longestValue = 500;

export function maskedText(text: string, mask: Mask): string {
  if (text === '') return '';
  // Some gateways begin with a byte order mark.
  const plain = text.replace(/^\uFEFF/, '');
  const written = text.length > longestRead ? undefined : rewritten(plain, mask);
  if (written === undefined) return `(${text.length} characters that are no whole document)`;
  const more = written.length - longestKept;
  return more <= 0 ? written : `${written.slice(0, longestKept)}… (${more} more characters)`;
}

/** An address below a host: its path, and its query as a form. */
export function maskedPath(path: string, mask: Mask): string {
  const [head = '', query] = path.split('?', 2);
  const shown = visible(decoded(head), mask);
  return query === undefined ? shown : `${shown}?${asForm(query, mask) ?? hidden}`;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return hidden;
  }
}

function rewritten(text: string, mask: Mask): string | undefined {
  return asJson(text, mask) ?? asXml(text, mask) ?? asForm(text, mask);
}

/** A field may contain a whole document. */
function writtenValue(name: string, value: string, mask: Mask): string {
  if (value === '') return '';
  if (mask.shows.has(lastOf(name))) return visible(value, mask);
  return /^\s*[<{]/.test(value) ? (rewritten(value, mask) ?? hidden) : hidden;
}

/** The last part of a nested name: `card[number]` gives `number`. */
function lastOf(name: string): string {
  return /([^[\]]+)\]?$/.exec(name)?.[1] ?? name;
}

/** A field's name is no secret, but a text in its place may be one. */
function nameOf(name: string, mask: Mask): string {
  return /^[\w.:@[\]-]{1,60}$/.test(name) ? visible(name, mask) : hidden;
}

function visible(value: string, { hides }: Mask): string {
  let clean = value;
  for (const one of hides) {
    const known = one instanceof Secret ? one.reveal() : one;
    if (known instanceof RegExp) clean = clean.replaceAll(known, hidden);
    else if (known !== undefined && known.length > 1) clean = clean.replace(formOf(known), hidden);
  }
  clean = maskCardNumbers(clean, { glued: true });
  return clean.length > longestValue ? `${clean.slice(0, longestValue)}…` : clean;
}

/** Matches a short text, such as a security code, only where it stands alone: its digits occur in many numbers. */
function formOf(known: string): RegExp {
  const text = RegExp.escape(known);
  return new RegExp(
    known.length < 6 ? `(?<![\\p{L}\\p{N}])${text}(?![\\p{L}\\p{N}])` : text,
    'giu',
  );
}

function asJson(text: string, mask: Mask): string | undefined {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.stringify(maskedValue('', JSON.parse(text), mask));
  } catch {
    return undefined;
  }
}

/** The values of a list have the name of the list. */
function maskedValue(name: string, value: unknown, mask: Mask): unknown {
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((one) => maskedValue(name, one, mask));
  if (typeof value === 'object') {
    const fields = Object.entries(value);
    return Object.fromEntries(
      fields.map(([key, inner]) => [nameOf(key, mask), maskedValue(key, inner, mask)]),
    );
  }
  const shown = writtenValue(name, String(value), mask);
  return typeof value !== 'string' && shown === String(value) ? value : shown;
}

function asXml(text: string, mask: Mask): string | undefined {
  if (!text.trimStart().startsWith('<')) return undefined;
  const written: string[] = [];
  const open: { readonly name: string; text: string }[] = [];
  const writeText = () => {
    const inner = open.at(-1);
    if (!inner || inner.text.trim() === '') return;
    written.push(xmlText(writtenValue(inner.name, inner.text.trim(), mask)));
    inner.text = '';
  };
  try {
    readXml(text, {
      // Attributes are left out.
      open({ local }) {
        writeText();
        const name = nameOf(local, mask);
        written.push(`<${name}>`);
        open.push({ name, text: '' });
      },
      text(value) {
        const inner = open.at(-1);
        if (inner) inner.text += value;
      },
      close() {
        writeText();
        written.push(`</${open.pop()?.name}>`);
      },
      aside() {},
    });
  } catch (error) {
    if (error instanceof XmlFault) return undefined;
    throw error;
  }
  return written.join('');
}

function asForm(text: string, mask: Mask): string | undefined {
  if (!/^[^=&\s<{]+=[^&\s]*(?:&[^=&\s]+=[^&\s]*)*$/.test(text.trim())) return undefined;
  const fields = [...new URLSearchParams(text.trim())];
  return fields
    .map(([name, value]) => `${nameOf(name, mask)}=${writtenValue(name, value, mask)}`)
    .join('&');
}
