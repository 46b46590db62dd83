import pg from 'pg';
import type { Ahead } from './row-security.ts';

type Config = {
  readonly name: string | undefined;
  readonly text: string;
  readonly values: unknown[];
};
type Callback = (error: Error | null, result: pg.QueryResult) => void;

/** The driver's methods to send a statement and to read its answer; its types leave these out. */
type Wire = {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: readonly unknown[] }): void;
  describe(portal: { type: 'P'; name: string }): void;
  execute(portal: { portal: string }): void;
};
/** How the driver reads the rows of an answer. */
type Columns = {
  readonly fields: unknown;
  readonly _parsers: unknown;
  readonly _prebuiltEmptyResultObject: unknown;
};
type WireQuery = {
  name: string | undefined;
  _result: Columns;
  _accumulateRows: boolean;
  prepare(wire: Wire): void;
  requiresPreparation(): boolean;
  handleDataRow(row: unknown): void;
  handleCommandComplete(done: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
};
const DriverQuery = pg.Query as unknown as new (
  text: string,
  values: unknown[],
  callback: Callback,
) => WireQuery;

/** The columns of prepared statements, by connection and name: a statement has the same for as long as it is prepared. */
const known = new WeakMap<Wire, Map<string, Columns>>();

/** A statement whose columns the server describes once, and not each time: that costs it and us as much as some rows. */
class PreparedQuery extends DriverQuery {
  #areColumnsKnown = false;

  constructor({ name, text, values }: Config, callback: Callback) {
    super(text, values, callback);
    this.name = name;
  }

  override prepare(wire: Wire): void {
    const columns = this.#isPreparedOn(wire) ? known.get(wire)?.get(this.name!) : undefined;
    if (columns) {
      this.#areColumnsKnown = true;
      Object.assign(this._result, columns);
      this._accumulateRows = true;
    }
    super.prepare(columns ? withoutDescriptions(wire) : wire);
  }

  override handleCommandComplete(done: unknown, wire: Wire): void {
    super.handleCommandComplete(done, wire);
    if (this.#areColumnsKnown || !this.#isPreparedOn(wire)) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    const ofWire = known.get(wire) ?? new Map<string, Columns>();
    const columns = { fields, _parsers, _prebuiltEmptyResultObject };
    known.set(wire, ofWire.set(this.name!, columns));
  }

  #isPreparedOn({ parsedStatements }: Wire): boolean {
    return this.name !== undefined && parsedStatements[this.name] !== undefined;
  }
}

const mute = new WeakMap<Wire, Wire>();

function withoutDescriptions(wire: Wire): Wire {
  const made = mute.get(wire) ?? Object.create(wire, { describe: { value() {} } });
  mute.set(wire, made);
  return made;
}

/**
 * A statement behind others that open the way for it, all before one Sync: one round trip. Behind the one that sets its
 * scope it is one implicit transaction, at whose end the scope is gone. So a pooler in transaction mode never gives the
 * scope to another client.
 */
class QueryBehind extends PreparedQuery {
  readonly #ahead: readonly Ahead[];
  readonly #ownName: string | undefined;
  #done = 0;

  constructor(ahead: readonly Ahead[], config: Config, callback: Callback) {
    super(config, callback);
    this.#ahead = ahead;
    this.#ownName = this.name;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    for (const { name = '', text, values } of this.#ahead) {
      // A pooler that loses names gets none.
      const statement = this.#ownName === undefined ? '' : name;
      if (statement === '' || wire.parsedStatements[statement] === undefined) {
        wire.parse({ name: statement, text });
      }
      wire.bind({ statement, values });
      wire.execute({ portal: '' });
    }
    super.prepare(wire);
    // Until its turn comes, the driver must not take "parsed" for an answer about this statement.
    this.name = undefined;
  }

  get #isItsTurn(): boolean {
    return this.#done === this.#ahead.length;
  }

  override handleDataRow(row: unknown): void {
    if (this.#isItsTurn) super.handleDataRow(row);
  }

  override handleCommandComplete(done: unknown, wire: Wire): void {
    if (this.#isItsTurn) {
      super.handleCommandComplete(done, wire);
      return;
    }
    const { name, text } = this.#ahead[this.#done]!;
    if (this.#ownName !== undefined && name !== undefined) wire.parsedStatements[name] = text;
    this.#done += 1;
    if (this.#isItsTurn) this.name = this.#ownName;
  }

  override handleError(error: Error, wire: Wire): void {
    if (this.#ownName !== undefined) delete wire.submittedNamedStatements[this.#ownName];
    super.handleError(error, wire);
  }
}

/** The rows of a statement that is sent behind others. */
export async function queryBehind(
  client: pg.ClientBase,
  ahead: readonly Ahead[],
  config: Config,
): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  const settle: Callback = (error, result) => (error ? reject(error) : resolve(result));
  const query =
    ahead.length === 0 ? new PreparedQuery(config, settle) : new QueryBehind(ahead, config, settle);
  client.query(query as unknown as pg.Submittable);
  try {
    return await promise;
  } catch (error) {
    // Else it leads to a socket, and not to whoever asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
