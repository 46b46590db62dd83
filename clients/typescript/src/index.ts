// Lists of all names, so that the compiler refuses a derived name that stands for something else here.
export {
  type Answer,
  answerOf,
  type CallOptions,
  type QuittanceOptions,
  type WriteOptions,
} from './connection.ts';
export * from './derived/codes.ts';
export * from './derived/types.ts';
export * from './errors.ts';
export type { LiveEvent, LiveOptions, LiveReset } from './live.ts';
export * from './pages.ts';
export * from './quittance.ts';
export { newIdempotencyKey } from './retries.ts';
export * from './webhooks.ts';
