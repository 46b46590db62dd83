/**
 * Every fact that a log line may contain; others are dropped and counted. No facts about payers and their cards: no
 * names of people, addresses, phones, tokens, bodies or query strings.
 */
export const factNames: ReadonlySet<string> = new Set(
  `requestId operation method path status code fields durationMs
   businessId objectId applicationId customerId paymentId subscriptionId orderNumber
   attempt reference processor jobKey kind count batch processes
   aheadMs version address claimed leftOut folder file signal migration setting state
   error reason message warning`.split(/\s+/),
);

/** Without their query: credentials and card data travel in it with the GET bindings. */
export const withoutQuery: ReadonlySet<string> = new Set(['address', 'path']);
