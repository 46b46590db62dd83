import { writeFileSync } from 'node:fs';
import { textFates } from '../src/carriers/sandbox-fates.ts';
import { longestBody } from '../src/conversations/body.ts';
import { consentWords } from '../src/conversations/consent-words.ts';
import { limits } from '../src/conversations/limits.ts';
import { testRanges } from '../src/phones/test-numbers.ts';

const path = new URL('../docs/interface/messages.md', import.meta.url);

const becomes: Readonly<Record<(typeof textFates)[number]['fate'], string>> = {
  arrives: '`delivered`',
  refused: '`failed`, `refused_by_carrier`: the carrier takes none for this number',
  not_sent:
    'tried again after 30 seconds, 2 minutes, 10 minutes, 1 hour and 4 hours, then `failed`, `carrier_unreachable`',
  unknown: '`failed`, `outcome_unknown`: it arrived, but the carrier did not say so',
  undelivered: '`undelivered`: the carrier took it, and the phone was off for too long',
};

/** docs/interface/messages.md, whole; its tables from what the service itself goes by. */
export function messagesDoc(): string {
  return `<!-- Written by tools/messages-doc.ts from src/conversations/, src/carriers/ and src/phones/. -->

# Texts

A business texts from a number of its own: the one it was made with, or that was bought for it; in the sandbox one that
it gets by itself. What goes to and fro between that number and a phone is a conversation. Each text that is made, in
or out, is told to MessagesWebhookURL ([webhooks.md](webhooks.md)); one that is blocked at once is not.

## See one within a minute

With the service running in the sandbox:

\`\`\`sh
me=$(jq -r .username data/first-start.json)
bin/quittance message send --business "$me" 2125550100 "Your car is ready."
bin/quittance inbox list --business "$me"
bin/quittance inbox write --business "$me" 2125550100 "STOP"
bin/quittance consent show --business "$me" 2125550100
\`\`\`

\`inbox\` is the phones and mailboxes of all payers of a sandbox business. The address of a pay link can be read there,
as on the phone that it is sent to; so it can in the answer of SendPaymentSMS, in letters that ask for the money, and
by \`pay-link address\`. In what is kept and told of a text it stands as \`[PBTLINK]\`.

## What becomes of a text

| state | |
|---|---|
| \`queued\` | goes out next |
| \`scheduled\` | waits for a moment: the one that was asked for, the morning, or room under a limit; or for its business |
| \`sending\` | marked before its first byte, and from then on never sent again |
| \`sent\` | the carrier has it |
| \`delivered\` \`undelivered\` \`failed\` | the end, as far as anybody knows |
| \`canceled\` | taken back while it waited |
| \`blocked\` | not sent, for the reason in its error code |
| \`received\` | came in |

A text is sent at most once. Where nobody can know whether it went out it is \`failed\` with \`outcome_unknown\`; a carrier
that tells later what became of it is still believed. Nothing else that a carrier tells moves a text back.

What asks for money is every text with a pay link in it, and what subscriptions tell. A text of a suspended business that
does is judged anew when the business is resumed, as any that waits: its link may have expired. Receipts, refunds and chat
go out as ever.

| error code | |
|---|---|
| \`opted_out\` | the reader wrote STOP to this number |
| \`do_not_contact\` | a customer with this phone is not to be contacted |
| \`landline\` \`tollfree\` \`premium\` | numbers of this kind take no texts ([phone-types.md](phone-types.md)) |
| \`not_textable\` | no phone can have this number |
| \`no_number\` | the business has no number to text from yet |
| \`nothing_to_pay\` | \`canceled\`: what its link asks for was paid meanwhile, or taken back |
| \`too_late\` | \`canceled\`: the charge that it announces was due meanwhile |
| \`business_suspended\` | \`scheduled\`: it asks for money, and waits until its business is resumed |
| \`business_closed\` | \`canceled\`: it asks for money for a business that was closed |
| \`no_carrier\` | this installation sends no texts for live businesses |
| \`outcome_unknown\` | it may have gone out; it is not sent again |
| others | what the carrier said |

## Consent

Consent belongs to a pair: a number of the business and a phone. A text that is nothing but one of these words, in any
letter case and with any signs around it, is a word to us; whatever else somebody writes is talk.

| words | |
|---|---|
| ${wordsOf('stop')} | from now on nothing is sent but one confirmation of that |
| ${wordsOf('start')} | texts are sent again, and one confirmation |
| ${wordsOf('yes')} | the same, from somebody who had opted out; else it is talk |
| ${wordsOf('help')} | answered with the name and the phone of the business, also to who opted out |

They are told to MessagesWebhookURL like all others. Every change is kept with its moment and the text that made it:
\`consent show\`. What somebody said on paper or by phone is written down with \`consent set\`. A text that waits is judged
again when it is sent. Where a carrier refuses a text because its reader opted out there, that counts as a STOP: the
text is \`failed\`, \`opted_out\`, and \`consent show\` names the carrier. A customer whose status is \`do_not_contact\` is
sent nothing, not even a confirmation. A closed business confirms no START: it promises nothing.

## Hours and limits

They hold for live businesses, and in a sandbox where \`business limits\` switches them on.

Texts go out from 8:00 to 21:00 in every time zone that the area code of the phone reaches into; others wait for the
morning. At any hour go receipts, answers to the words above, and chat with somebody who wrote within the last hour.
A number whose area code nobody knows may be anywhere between New York and Los Angeles.

| | texts |
|---|---|
${limits.map((limit) => `| ${limitOf(limit)} | ${limit.most} |\n`).join('')}
An hour is one of the clock, and a day one of the time zone of the phone's area code, or of one of them where it reaches
into several. Live businesses share these limits. What is over them waits for the next hour, or for the next morning.
Answers to words are not counted.

## Length

A text has up to ${longestBody.toLocaleString('en')} characters; what is longer is cut. It is carried in parts: of 160 signs of the GSM alphabet, or 153
each where there are several (\`^ { } \\ [ ~ ] |\` and \`€\` count twice); a single other sign makes that 70, or 67 each.
No sign is cut in two, and an emoji takes two. \`message show\` tells how many parts a text has, with its address in it.

Line breaks become \`\\n\`, and control characters are left out. Numbers of cards that payers write are masked before
they are kept, unless commas part them as they part the items of a list.

## Test numbers

In the sandbox, under every area code, for example 2125550100:

| Last seven digits | |
|---|---|
${[...kindRows(), ...fateRows()].join('')}
Every other number of the sandbox is a phone that takes every text.
`;
}

function wordsOf(word: keyof typeof consentWords): string {
  return consentWords[word].map((one) => `\`${one}\``).join(' ');
}

function limitOf({ per, digits }: (typeof limits)[number]): string {
  const span = per === 'hour' ? 'an hour' : 'a day';
  return digits === 10
    ? `to a number in ${span}`
    : `to numbers that share ${digits} digits in ${span}`;
}

function kindRows(): string[] {
  const deaf = ['landline', 'tollfree', 'premium'];
  return testRanges.map(({ from, to, type }) => {
    const end = deaf.includes(type) ? `\`blocked\`, \`${type}\`` : becomes.arrives;
    return `| 555-${from} to 555-${to} | ${end} |\n`;
  });
}

function fateRows(): string[] {
  return textFates.map(({ from, to, fate }) => `| 555-${from} to 555-${to} | ${becomes[fate]} |\n`);
}

if (import.meta.main) writeFileSync(path, messagesDoc());
