import { Connection, type QuittanceOptions } from './connection.ts';
import { Resources } from './derived/resources.ts';

/** A client of `/v1`. */
export class Quittance extends Resources {
  readonly #options: QuittanceOptions;

  constructor(options: QuittanceOptions) {
    super(new Connection(options));
    this.#options = options;
  }

  /** The same client for another business: one below that of the key. */
  as(business: string): Quittance {
    return new Quittance({ ...this.#options, business });
  }
}
