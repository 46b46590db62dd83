import type { Described } from './endpoint.ts';
import type { Json, Shape } from './shape.ts';

/**
 * Bodies and answers of one endpoint alone, by its name. Generators name an unnamed schema by its place among all
 * others, which the next endpoint would change.
 */
export function v1Messages(endpoints: readonly Described[]): Record<string, Json> {
  const unnamed = endpoints.flatMap((endpoint) => [
    ...(endpoint.body?.name === undefined ? [bodyOf(endpoint)] : []),
    ...(endpoint.answer?.name === undefined ? [answerOf(endpoint)] : []),
  ]);
  return Object.fromEntries(unnamed.flatMap((one) => (one ? [[one.name!, one.schema]] : [])));
}

/** The request body, with a name. */
export function bodyOf(endpoint: Described): Shape<unknown> | undefined {
  const { body } = endpoint;
  return body && { ...body, name: body.name ?? `${titleOf(endpoint)}Request` };
}

/** The answer, with a name. */
export function answerOf(endpoint: Described): Shape<unknown> | undefined {
  const { answer } = endpoint;
  return answer && { ...answer, name: answer.name ?? `${titleOf(endpoint)}Answer` };
}

/** `PaymentsRefund` for `payments.refund`. */
function titleOf({ id }: Described): string {
  return id.replace(/(?:^|\.)\w/g, (start) => start.replace('.', '').toUpperCase());
}
