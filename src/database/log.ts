/** The part of a log that the database's supervisor needs. */
export type Log = {
  info(event: string, facts?: object): void;
  warn(event: string, facts?: object): void;
  error(event: string, facts?: object): void;
};
