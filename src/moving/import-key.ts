/**
 * The idempotency key of an imported row. It begins with a character that no header can carry, so that no caller's
 * Idempotency-Key is equal.
 */
export function importKey(id: string): string {
  return `\nimport ${id}`;
}
