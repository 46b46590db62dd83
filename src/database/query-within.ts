import pg from 'pg';
import { setScope } from './row-security.ts';

type Config = { readonly name?: string; readonly text: string; readonly values: unknown[] };
type Callback = (error: Error | null, result: pg.QueryResult) => void;

/** The driver's methods to send a statement and to read its answer; its types leave these out. */
type Wire = {
  readonly parsedStatements: Record<string, string>;
  readonly submittedNamedStatements: Record<string, string>;
  parse(statement: { name: string; text: string }): void;
  bind(portal: { statement: string; values: string[] }): void;
  execute(portal: { portal: string }): void;
};
type WireQuery = {
  name: string | undefined;
  prepare(wire: Wire): void;
  requiresPreparation(): boolean;
  handleDataRow(row: unknown): void;
  handleCommandComplete(done: unknown, wire: Wire): void;
  handleError(error: Error, wire: Wire): void;
};
const DriverQuery = pg.Query as unknown as new (
  config: Config,
  _: undefined,
  callback: Callback,
) => WireQuery;

const scopeName = 'set_scope';

/**
 * A statement behind the one that sets its scope, both before one Sync: one round trip and one implicit transaction, at
 * whose end the scope is gone. So a pooler in transaction mode never gives the scope to another client.
 */
class ScopedQuery extends DriverQuery {
  readonly #scope: string;
  readonly #ownName: string | undefined;
  #isScopeSet = false;

  constructor(scope: string, config: Config, callback: Callback) {
    super(config, undefined, callback);
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

export function queryWithin(
  client: pg.ClientBase,
  scope: string,
  config: Config,
): Promise<pg.QueryResult> {
  const { promise, resolve, reject } = Promise.withResolvers<pg.QueryResult>();
  const query = new ScopedQuery(scope, config, (error, result) => {
    if (error) reject(error);
    else resolve(result);
  });
  client.query(query as unknown as pg.Submittable);
  return promise;
}
