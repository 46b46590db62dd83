import type { Log as WholeLog } from '../base/log.ts';

/** The part of a log that the database's supervisor needs. */
export type Log = Pick<WholeLog, 'info' | 'warn' | 'error'> & Partial<Pick<WholeLog, 'debug'>>;
