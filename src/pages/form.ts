import { Refusal } from '../base/refusal.ts';
import type { PageRequest } from './page.ts';

/** What was filled in, trimmed. */
export type Form = {
  /** '' where the field was left blank or not sent at all. */
  text(name: string): string;
  /** Every value of a name that may be sent more than once. */
  all(name: string): string[];
};

const mostFields = 200;

/** Reads a form as browsers send it; that it is too large was said before. */
export function readForm({ headers, body }: Pick<PageRequest, 'headers' | 'body'>): Form {
  const type = String(headers['content-type'] ?? '').toLowerCase();
  if (type.split(';')[0]!.trim() !== 'application/x-www-form-urlencoded') {
    throw new Refusal('unsupported_media_type', { message: 'This page takes its own form only.' });
  }
  const fields = new URLSearchParams(body.toString());
  if (fields.size > mostFields) throw new Refusal('unreadable');
  return {
    text: (name) => fields.get(name)?.trim() ?? '',
    all: (name) => fields.getAll(name).map((text) => text.trim()),
  };
}
