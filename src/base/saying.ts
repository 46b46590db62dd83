/**
 * An error that says "no" and is no fault of ours: it is thrown often, and where it was made interests nobody.
 * To write that down costs more than all else that is done for such a request.
 */
export class Saying extends Error {
  constructor(message: string) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = limit;
  }
}
