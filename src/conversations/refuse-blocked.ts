import { Refusal, type RefusalCode } from '../base/refusal.ts';

/** Why a text was blocked before it was sent, to whoever asked for just this text. */
const reasons: Readonly<Record<string, RefusalCode>> = {
  opted_out: 'text_not_wanted',
  do_not_contact: 'text_not_wanted',
  no_number: 'no_number_to_text_from',
};

/** For operations that are about one text: what cannot be sent is refused, and nothing is left of it. */
export function refuseBlocked({
  state,
  errorCode,
}: {
  readonly state: string;
  readonly errorCode: string | undefined;
}): void {
  if (state !== 'blocked') return;
  throw new Refusal(reasons[errorCode ?? ''] ?? 'number_takes_no_texts');
}
