import type { Parsed } from '../../kernel/parsed.ts';
import type { Review } from './operation.ts';

/** The value, if it passed a check that needs more than its text; otherwise notes its flaw. */
export function judged<T>(field: string, read: Parsed<T>, review: Review): T | undefined {
  if (read.ok) return read.value;
  review.note(field, read);
  return undefined;
}
