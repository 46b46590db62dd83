import { hash } from 'node:crypto';
import type { IdempotencyKey } from '../../../runtime/idempotency.ts';

/**
 * The same request is the same text, also after a crash between the text and its answer. The receipts of other
 * interfaces have their keys among those of texts: no caller sends a key with a line break, and a hash is shorter than a
 * key may be.
 */
export function keyOfText(sent: IdempotencyKey | undefined): IdempotencyKey | undefined {
  return sent && { ...sent, key: `v1\n${hash('sha256', sent.key, 'base64url')}` };
}
