/**
 * An error that is expected and no defect. It is thrown often, and its stack trace is of no use but would cost more
 * than the rest of such a request.
 */
export class StacklessError extends Error {
  constructor(message: string) {
    const limit = Error.stackTraceLimit;
    Error.stackTraceLimit = 0;
    super(message);
    Error.stackTraceLimit = limit;
  }
}
