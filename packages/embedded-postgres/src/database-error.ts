/** An expected error: the message tells an operator in one sentence what to put right, and holds no secret. */
export class DatabaseError extends Error {}

/** There is no database in the folder, and the caller did not allow making one. */
export class NoDatabaseError extends DatabaseError {}
