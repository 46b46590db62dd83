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
