import { lengths } from './lengths.ts';
import { flaw, type Parsed, parsed } from './parsed.ts';

const notAnAddress = flaw('malformed', 'must be an e-mail address, for example name@example.com');
const tooLong = flaw('too_long', `must have at most ${lengths.email} characters`);

/** Also refuses the quoted names and comments that RFC 5322 allows and that are not in use. */
const notInName = /[\s"(),:;<>@[\\\]\u0000-\u001f\u007f-\u009f]/;
/** Letters of any script: names such as müller.example exist. */
const label = /^[\p{L}\p{N}\p{M}-]+$/u;

/** True if mail can be addressed to it; only sending shows more. The address stays unchanged. */
export function parseEmail(text: string): Parsed<string> {
  if (text.length > lengths.email) return tooLong;
  const at = text.lastIndexOf('@');
  if (at === -1 || !text.isWellFormed()) return notAnAddress;
  return isName(text.slice(0, at)) && isDomain(text.slice(at + 1)) ? parsed(text) : notAnAddress;
}

function isName(text: string): boolean {
  if (text.length === 0 || text.length > 64 || notInName.test(text)) return false;
  return !text.startsWith('.') && !text.endsWith('.') && !text.includes('..');
}

/** A name with a dot in it, so neither localhost nor a numeric address. */
function isDomain(text: string): boolean {
  const labels = text.split('.');
  const last = labels[labels.length - 1]!;
  return labels.length >= 2 && labels.every(isLabel) && !/^\d+$/.test(last);
}

function isLabel(text: string): boolean {
  return text.length <= 63 && label.test(text) && !text.startsWith('-') && !text.endsWith('-');
}
