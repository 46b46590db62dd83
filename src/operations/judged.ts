import type { Parsed } from '../base/parsed.ts';
import type { Review } from './operation.ts';

/** The value, if it passed a judgement that needed more than its text; else its flaw is noted. */
export function judged<T>(field: string, read: Parsed<T>, review: Review): T | undefined {
  if (read.ok) return read.value;
  review.note(field, read);
  return undefined;
}
