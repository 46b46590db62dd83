/** What is wrong around the database and an operator can put right: the message is one sentence, without values. */
export class DatabaseFault extends Error {}

/** There is none yet, and whoever asks may not make one. */
export class NoDatabase extends DatabaseFault {}
