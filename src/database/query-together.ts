import pg from 'pg';
import { setScope } from './row-security.ts';

export type NamedStatement = {
  /** None: a pooler loses names. */
  readonly name: string | undefined;
  readonly text: string;
  readonly values: readonly unknown[];
};

/** The driver's methods to send a statement and to read its answer; its types leave these out. */
type Wire = {
  readonly stream: { cork(): void; uncork(): void };
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: readonly unknown[] }): void;
  describe(what: { type: 'P'; name: string }): void;
  execute(portal: { portal: string }): void;
  sync(): void;
};
type Answer = { addFields(fields: unknown): void; parseRow(fields: unknown): unknown };
type Part = NamedStatement & { readonly answer: Answer; readonly rows: unknown[] };

/**
 * Several statements behind the one that sets their scope, all before one Sync: one round trip and one implicit
 * transaction. The driver reads `name` and `text` when it is told that a statement was parsed: they are those of the
 * statement that is answered next.
 */
class Together {
  name: string | undefined;
  text: string | undefined;
  readonly callback: (error: Error | null, rows?: unknown[][]) => void;
  readonly #parts: readonly Part[];
  #next = 0;
  #failure: Error | undefined;

  constructor(parts: readonly Part[], callback: Together['callback']) {
    this.#parts = parts;
    this.callback = callback;
    this.#turnTo(0);
  }

  submit(wire: Wire): null {
    wire.stream.cork();
    try {
      for (const { name = '', text, values } of this.#parts) {
        if (name === '' || wire.parsedStatements[name] !== text) wire.parse({ name, text });
        wire.bind({ statement: name, values });
        wire.describe({ type: 'P', name: '' });
        wire.execute({ portal: '' });
      }
      wire.sync();
    } finally {
      wire.stream.uncork();
    }
    return null;
  }

  #turnTo(next: number): void {
    this.#next = next;
    this.name = this.#parts[next]?.name;
    this.text = this.#parts[next]?.text;
  }

  handleRowDescription({ fields }: { fields: unknown }): void {
    this.#parts[this.#next]!.answer.addFields(fields);
  }

  handleDataRow({ fields }: { fields: unknown }): void {
    const { answer, rows } = this.#parts[this.#next]!;
    try {
      rows.push(answer.parseRow(fields));
    } catch (error) {
      this.#failure ??= error as Error;
    }
  }

  handleCommandComplete(): void {
    this.#turnTo(this.#next + 1);
  }

  handleError(error: Error): void {
    this.callback(error);
  }

  handleReadyForQuery(): void {
    if (this.#failure) this.callback(this.#failure);
    // The rows of the statement that sets the scope interest nobody.
    else
      this.callback(
        null,
        this.#parts.slice(1).map(({ rows }) => rows),
      );
  }
}

/** Rows of each statement. Either all of them were run and committed, or none. */
export function queryTogether(
  client: pg.ClientBase,
  scope: string,
  statements: readonly NamedStatement[],
): Promise<unknown[][]> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown[][]>();
  // Found here: in the middle of a message nothing could be taken back.
  if (!statements.every(({ values }) => values.every(isSendable))) {
    throw new TypeError('a statement together has texts and bytes for values');
  }
  const isNamed = statements.every(({ name }) => name !== undefined);
  const { name, ...setting } = setScope(scope);
  const { _types: types } = client as unknown as { _types: unknown };
  const all = [{ ...setting, name: isNamed ? name : undefined }, ...statements];
  const parts = all.map((statement) => {
    const answer = new pg.Result(undefined as never, types as never) as unknown as Answer;
    return { ...statement, answer, rows: [] };
  });
  const query = new Together(parts, (error, rows) => (error ? reject(error) : resolve(rows!)));
  client.query(query as unknown as pg.Submittable);
  return promise;
}

function isSendable(value: unknown): boolean {
  return value === null || typeof value === 'string' || Buffer.isBuffer(value);
}
