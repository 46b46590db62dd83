/** Somebody else goes on with this file: what we were about to do is done by them, or is no longer to be done. */
export class LostFile extends Error {}
