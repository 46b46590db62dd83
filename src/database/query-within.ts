import pg from 'pg';
import { setScope } from './row-security.ts';

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
  bind(portal: { statement: string; values: string[] }): void;
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

const scopeName = 'set_scope';

/**
 * A statement behind the one that sets its scope, both before one Sync: one round trip and one implicit transaction, at
 * whose end the scope is gone. So a pooler in transaction mode never gives the scope to another client.
 */
class ScopedQuery extends PreparedQuery {
  readonly #scope: string;
  readonly #ownName: string | undefined;
  #isScopeSet = false;

  constructor(scope: string, config: Config, callback: Callback) {
    super(config, callback);
    this.#scope = scope;
    this.#ownName = this.name;
  }

  override requiresPreparation(): boolean {
    return true;
  }

  override prepare(wire: Wire): void {
    // A pooler that loses names gets none.
    const statement = this.#ownName === undefined ? '' : scopeName;
    if (statement === '' || wire.parsedStatements[statement] === undefined) {
      wire.parse({ name: statement, text: setScope });
    }
    wire.bind({ statement, values: [this.#scope] });
    wire.execute({ portal: '' });
    super.prepare(wire);
    // Until the scope is set, the driver must not take "parsed" for an answer about this statement.
    this.name = undefined;
  }

  override handleDataRow(row: unknown): void {
    if (this.#isScopeSet) super.handleDataRow(row);
  }

  override handleCommandComplete(done: unknown, wire: Wire): void {
    if (this.#isScopeSet) {
      super.handleCommandComplete(done, wire);
      return;
    }
    this.#isScopeSet = true;
    this.name = this.#ownName;
    if (this.name !== undefined) wire.parsedStatements[scopeName] = setScope;
  }

  override handleError(error: Error, wire: Wire): void {
    if (this.#ownName !== undefined) delete wire.submittedNamedStatements[this.#ownName];
    super.handleError(error, wire);
  }
}

/** Without a scope: within a transaction that has one, or of tables that have none. */
export async function queryWithin(
  client: pg.ClientBase,
  scope: string,
  config: Config,
): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  const settle: Callback = (error, result) => (error ? reject(error) : resolve(result));
  const query =
    scope === '' ? new PreparedQuery(config, settle) : new ScopedQuery(scope, config, settle);
  client.query(query as unknown as pg.Submittable);
  try {
    return await promise;
  } catch (error) {
    // Else it leads to a socket, and not to whoever asked.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
