/**
 * Every fact that a log line may carry; another one is dropped and counted. Nothing that says who pays
 * or with what belongs here: no names, addresses, phones, tokens, bodies or query strings.
 */
export const factNames: ReadonlySet<string> = new Set(
  `requestId operation interface binding method path status code outcome fields durationMs bytes
   businessId objectId applicationId customerId paymentId invoiceId attempt reference processor processorId
   job jobKey kind slot epoch attempts runAt rows count batch lanes
   environment mode role worker workerName version host port address url socket folder file
   node pid parentPid signal exitCode migration table setting database state
   error reason message rule warning`.split(/\s+/),
);

/** Of these only what stands before the query: the GET bindings carry credentials and card data in it. */
export const withoutQuery: ReadonlySet<string> = new Set(['path', 'url']);
