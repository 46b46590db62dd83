import { morningOf, type Reminder } from '../../../invoicing/pay-links/reminders.ts';
import { hasRoom, mayGoOut, withLink } from '../../../invoicing/pay-links/send-link.ts';
import { todayIn } from '../../../kernel/calendar.ts';
import { flaw } from '../../../kernel/parsed.ts';
import { type FieldFault, fieldFault } from '../../../kernel/refusal.ts';
import { longestBody } from '../../../notify/conversations/body.ts';
import { type AskedBill, usualReminder } from '../../../notify/mail/pay-text.ts';
import type { PublicProfile } from '../../../parties/businesses/public-profile.ts';
import type { World } from '../../../world.ts';
import { freeText } from '../../operations/fields.ts';
import type { V1Call } from '../endpoint.ts';
import { day, field, integer, list, maybe, object, type TypeOf } from '../shape.ts';

const mostReminders = 5;

/** A text of a link, in requests. */
export const linkText = maybe(
  field(
    freeText(
      'The text; the address stands where it has [PBTLINK], else at its end. The usual words when left out.',
      'smsText',
      { multiline: true },
    ),
  ),
);

export const dueFields = {
  dueOn: maybe(
    day('The day by which it is to be paid, as the invoice shows it. It can be paid later, too.'),
  ),
  reminders: maybe(
    list(
      object(
        {
          daysAfterDue: integer(
            'On which day it is sent, in the morning: 0 is the day by which it is to be paid, and days before it are negative.',
            -90,
            365,
          ),
          text: linkText,
        },
        { name: 'NewReminder', doc: 'A text that asks for the payment once more.' },
      ),
      'Texts to the phone of the payer, each of which is sent if the invoice is not paid by then. One for today or a day before ' +
        'is left out, and so is one that would not come after the text itself.',
      mostReminders,
    ),
  ),
};
type Sent = { readonly [name in keyof typeof dueFields]?: TypeOf<(typeof dueFields)[name]> };

const past = flaw('too_early', 'must not lie in the past');
const neverPaid = flaw('too_late', 'must not lie behind the last day on which it can be paid');
const noDueDay = flaw('required', 'must be sent with reminders');
const sameDay = flaw('contradictory', 'must be another day than those of the reminders before it');
const tooLate = flaw('too_late', 'must leave time to pay before expiresAt');
export const noRoom = flaw(
  'too_long',
  `must have at most ${longestBody} characters with the address`,
);

type Asked = {
  /** As the payer is spoken to. */
  readonly face: PublicProfile;
  readonly bill: AskedBill;
  readonly phone: string;
  /** When the text itself is sent. */
  readonly sendAt: Date | undefined;
  readonly expiresAt: Date | undefined;
};

/** The reminders that are to be made now, the earliest first, and what is wrong with them. */
export function remindersOf(
  world: World,
  { business, today }: Pick<V1Call, 'business' | 'today'>,
  { dueOn, reminders = [] }: Sent,
  { face, bill, phone, sendAt, expiresAt }: Asked,
): { readonly reminders: readonly Reminder[]; readonly faults: readonly FieldFault[] } {
  const faults: FieldFault[] = [];
  const due = dueOn === undefined ? undefined : Temporal.PlainDate.from(dueOn);
  if (!due) {
    if (reminders.length > 0) faults.push(fieldFault('dueOn', noDueDay));
    return { reminders: [], faults };
  }
  if (Temporal.PlainDate.compare(due, today) < 0) faults.push(fieldFault('dueOn', past));
  const dueFrom = due.toZonedDateTime(business.timeZone).epochMilliseconds;
  if (expiresAt && expiresAt.getTime() <= dueFrom) faults.push(fieldFault('dueOn', neverPaid));
  const asked = sendAt && sendAt > world.now() ? todayIn(business.timeZone, sendAt) : today;
  const made = reminders.flatMap(({ daysAfterDue, text }, i): Reminder[] => {
    const on = due.add({ days: daysAfterDue });
    const isTwice = reminders.slice(0, i).some((one) => one.daysAfterDue === daysAfterDue);
    if (isTwice) faults.push(fieldFault(`reminders.${i}.daysAfterDue`, sameDay));
    if (Temporal.PlainDate.compare(on, asked) <= 0) return [];
    const at = morningOf(on, business);
    if (expiresAt && expiresAt <= mayGoOut(business, phone, at))
      faults.push(fieldFault(`reminders.${i}.daysAfterDue`, tooLate));
    const words = text ?? usualReminder(face, bill, on);
    const whole = withLink(words);
    if (!hasRoom(world, business.id, whole)) faults.push(fieldFault(`reminders.${i}.text`, noRoom));
    return [{ at, text: whole }];
  });
  return { reminders: made.toSorted((one, other) => +one.at - +other.at), faults };
}
