/** A page of a list. */
export type Page<T> = {
  readonly data: readonly T[];
  /** False at the end of the list in the direction that was asked for; a page with few objects, or none, is no end. */
  readonly hasMore: boolean;
  /** The cursor of the page after this one. */
  readonly next: string | null;
  /** The cursor of the page before this one. */
  readonly previous: string | null;
};

type Cursor = { readonly after?: string; readonly before?: string };

/**
 * A list. `await` gives the page that was asked for; `for await` gives every object from there on, and reads pages as it
 * needs them. A query with `before` is followed backwards, page by page.
 */
export class Pages<T> implements PromiseLike<Page<T>>, AsyncIterable<T> {
  readonly #read: (cursor: Cursor) => Promise<Page<T>>;
  readonly #csv: () => Promise<Response>;
  readonly #start: Cursor;

  constructor(
    start: Cursor,
    read: (cursor: Cursor) => Promise<Page<T>>,
    csv: () => Promise<Response>,
  ) {
    this.#start = start;
    this.#read = read;
    this.#csv = csv;
  }

  // biome-ignore lint/suspicious/noThenProperty: a list is awaited like a call, and nothing is sent before.
  then<A = Page<T>, B = never>(
    onPage?: ((page: Page<T>) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#read(this.#start).then(onPage, onError);
  }

  /** Page by page. */
  async *pages(): AsyncGenerator<Page<T>, void, undefined> {
    const isBackwards = this.#start.before !== undefined;
    for (let cursor = this.#start; ; ) {
      const page = await this.#read(cursor);
      yield page;
      const following = isBackwards ? page.previous : page.next;
      if (!page.hasMore || following === null) return;
      cursor = isBackwards ? { before: following } : { after: following };
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for await (const { data } of this.pages()) yield* data;
  }

  /** All of the list as CSV: its body is a stream. */
  csv(): Promise<Response> {
    return this.#csv();
  }
}
