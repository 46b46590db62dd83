/**
 * Data with its dates and amounts as text. `deepEqual` sees nothing inside a date of Temporal and would
 * take any two for equal.
 */
export function legible(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, part) => (typeof part === 'bigint' ? `${part} cents` : part)),
  );
}
