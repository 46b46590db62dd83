/** The events of a server while it is kept. */
export type LogEvent =
  | 'database.made'
  | 'database.started'
  | 'database.joined'
  | 'database.said'
  | 'database.gone'
  | 'database.not_started'
  | 'database.still_starting'
  | 'database.stuck'
  | 'database.socket_gone'
  | 'database.does_not_stop';

type Write = (event: LogEvent, facts?: Record<string, unknown>) => void;

/** The log of a program. Facts are `folder`, `version`, `message` and `error`. */
export type Log = {
  readonly info: Write;
  readonly warn: Write;
  readonly error: Write;
  readonly debug?: Write;
};

export const silent: Log = { info() {}, warn() {}, error() {} };
