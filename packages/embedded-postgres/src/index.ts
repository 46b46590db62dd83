export { oldestMajor } from './binaries.ts';
export { connectionLost } from './connections.ts';
export { DatabaseError, NoDatabaseError } from './database-error.ts';
export { type EmbeddedOptions, type EmbeddedServer, startEmbedded } from './embedded-server.ts';
export type { Log, LogEvent } from './log.ts';
export { isAlive, type PostmasterFile, readPostmasterFile } from './postmaster-file.ts';
export { chooseRunner, type Runner } from './runner.ts';
