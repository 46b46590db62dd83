/**
 * Every fact that a log line may carry; another one is dropped and counted. Nothing that says who pays
 * or with what belongs here: no names, addresses, phones, tokens, bodies or query strings.
 */
export const factNames: ReadonlySet<string> = new Set(
  `requestId operation method path status code fields durationMs
   businessId objectId applicationId customerId paymentId subscriptionId orderNumber
   attempt reference processor jobKey kind count batch
   version address folder file signal migration setting state
   error reason message warning`.split(/\s+/),
);

/** Of these only what stands before the query: the GET bindings carry credentials and card data in it. */
export const withoutQuery: ReadonlySet<string> = new Set(['address', 'path']);
