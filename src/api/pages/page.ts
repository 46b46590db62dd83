import type { Language } from '../../kernel/language.ts';
import { longestRead } from '../../kernel/lengths.ts';
import { Refusal } from '../../kernel/refusal.ts';
import type { World } from '../../world.ts';
import type { DeclineLimit } from './decline-limit.ts';
import type { Looker } from './preview.ts';

/** A request of a browser with its body. */
export type PageRequest = {
  readonly method: string;
  /** Path and query, as sent. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** The network address that it came from. */
  readonly from: string;
  /** Our own, as the browser knows it, without a slash at its end. */
  readonly ownAddress: string;
  readonly body: Buffer;
  readonly requestId: string;
};

/** A response. */
export type Page = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Rows that are sent as they are read, or all of it. */
  readonly body: string | Buffer | AsyncIterable<string>;
};

/** The pages below a path. */
export type PageRoute = {
  /** In lower case, with a slash at its end. */
  readonly below: string;
  /** Undefined: an unknown address, which is counted against guessing. */
  answer(visit: Visit): Promise<Page | undefined>;
};

/** A request as a kind of page sees it. */
export type Visit = {
  /** HEAD is GET here; its body is not sent. */
  readonly method: 'GET' | 'POST';
  /** The path below the route: mostly the secret part of an address alone. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  /** Defined when it was posted. */
  readonly form: Form | undefined;
  readonly by: Looker;
  readonly from: string;
  /** True for https. */
  readonly isSecure: boolean;
  /** Without the query: the address that its form is posted to, and that later redirects lead to. */
  readonly path: string;
  /** The part of the query that names what the page shows, as `try=7`; '' for none. */
  readonly state: string;
  /** The language that the switch of the page set. */
  readonly chosen: Language | undefined;
  /** The language that the browser asks for. */
  readonly accepted: Language | undefined;
};

/** `declines`: shared by all pages that charge cards. */
export type MakeRoute = (world: World, declines: DeclineLimit) => PageRoute;

/** The fields of a posted form, trimmed. */
export type Form = {
  /** '' for a field that is blank or missing. */
  text(name: string): string;
  /** Every value of a repeated field. */
  all(name: string): string[];
};

const mostFields = 200;
const fieldTooLarge = 'A field of the form is too long.';

/** The size of the body was checked before. */
export function readForm({ headers, body }: Pick<PageRequest, 'headers' | 'body'>): Form {
  const type = String(headers['content-type'] ?? '').toLowerCase();
  if (!/^\s*application\/x-www-form-urlencoded\s*(?:;|$)/.test(type)) {
    throw new Refusal('unsupported_media_type', { message: 'This page takes its own form only.' });
  }
  const fields = new URLSearchParams(body.toString());
  if (fields.size > mostFields) throw new Refusal('unreadable');
  for (const text of fields.values()) {
    if (text.length > longestRead) throw new Refusal('too_large', { message: fieldTooLarge });
  }
  return {
    text: (name) => fields.get(name)?.trim() ?? '',
    all: (name) => fields.getAll(name).map((text) => text.trim()),
  };
}
