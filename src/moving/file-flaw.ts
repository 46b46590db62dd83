/** The file as a whole cannot be used; the message is a sentence for the operator and quotes no value. */
export class FileFlaw extends Error {}
