import { zonesOf } from '../../../notify/conversations/area-zones.ts';
import { type Outlook, readOutlook } from '../../../notify/conversations/outlook.ts';
import { evening, morning } from '../../../notify/conversations/quiet-hours.ts';
import { readTypes } from '../../../notify/conversations/reach.ts';
import { endpoint } from '../endpoint.ts';
import {
  integer,
  list,
  maybe,
  moment,
  object,
  orNull,
  type TypeOf,
  text,
  wholePhone,
  word,
} from '../shape.ts';

const outlookShape = object(
  {
    phone: text('The phone.'),
    status: word(
      'What a text would be: on its way, waiting until sendsAt, or not sent at all, with errorCode.',
      ['queued', 'scheduled', 'blocked', 'failed'],
    ),
    errorCode: orNull(text('Why it would not be sent.')),
    sendsAt: orNull(moment('When a scheduled one would go out.')),
    reason: orNull(
      word('Why it would wait. The limits are 3 an hour and 10 a day.', [
        'quiet_hours',
        'hour_limit',
        'day_limit',
      ]),
    ),
    consent: word('What the person said about texts.', ['none', 'opted_in', 'opted_out']),
    consentAt: orNull(moment('When that was said.')),
    consentReason: orNull(text('How.')),
    timeZones: list(text('A time zone.'), 'Where the phone may be.'),
    opensAt: text('When texts begin there each day.'),
    closesAt: text('When they end.'),
    leftThisHour: orNull(
      integer('How many more the phone may get in this hour; null: no limits are known.'),
    ),
    leftToday: orNull(integer('How many more on this day.')),
  },
  { name: 'MessageOutlook' },
);

export const messageOutlookEndpoints = [
  endpoint({
    id: 'messages.outlook',
    method: 'GET',
    path: '/v1/messages/outlook',
    doc:
      'Says what would become of a text to a phone if it were written now, and changes nothing. It is no promise: consent, ' +
      'the hour and the limits are judged again when the text is sent.',
    right: 'read',
    query: {
      phone: wholePhone('Ten digits.'),
      kind: maybe(word('The kind of the text; chat when left out.', ['chat', 'pay_link'])),
    },
    answer: outlookShape,
    refuses: ['wrong_fields'],
    async handle(world, { business, query: { phone, kind = 'chat' } }) {
      const types = await readTypes(world, [phone]);
      const outlook = await readOutlook(world, business.id, { phone, kind }, types);
      return { body: wireOf(phone, outlook) };
    },
  }),
];

function wireOf(
  phone: string,
  { fate, consent, move, allowance }: Outlook,
): TypeOf<typeof outlookShape> {
  return {
    phone,
    status: fate.state,
    errorCode: 'errorCode' in fate ? fate.errorCode : null,
    sendsAt: fate.state === 'scheduled' ? fate.sendsAt.toISOString() : null,
    reason: fate.state === 'scheduled' ? fate.reason : null,
    consent,
    consentAt: move?.movedAt.toISOString() ?? null,
    consentReason: move?.reason ?? null,
    timeZones: zonesOf(phone),
    opensAt: hourOf(morning),
    closesAt: hourOf(evening),
    leftThisHour: allowance?.thisHour ?? null,
    leftToday: allowance?.today ?? null,
  };
}

function hourOf(hour: number): string {
  return `${String(hour).padStart(2, '0')}:00`;
}
