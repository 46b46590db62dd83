import type { World } from '../world.ts';
import type { Form } from './form.ts';
import type { Looker } from './preview.ts';

/** A request of a browser, its body read. */
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

/** What goes back. */
export type Page = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
};

/** Pages of one kind: all that lies below a path. */
export type PageRoute = {
  /** In lower case, with a slash at its end. */
  readonly below: string;
  /** Undefined: nobody has such an address. Too many of those, and whoever asks has to wait. */
  answer(visit: Visit): Promise<Page | undefined>;
};

/** A request as a kind of page sees it. */
export type Visit = {
  /** HEAD is GET here; its body is not sent. */
  readonly method: 'GET' | 'POST';
  /** What stands behind the route's path: mostly the secret part of an address, and no more. */
  readonly parts: readonly string[];
  readonly query: URLSearchParams;
  /** What was filled in; there when it was posted. */
  readonly form: Form | undefined;
  readonly by: Looker;
  readonly from: string;
  /** Path without the query: where a form is sent to, and where to go after that. */
  readonly path: string;
};

export type MakeRoute = (world: World) => PageRoute;
