import { textFates } from '../packages/sandbox/src/carriers.ts';
import { longestBody } from '../src/notify/conversations/body.ts';
import { consentWords } from '../src/notify/conversations/consent.ts';
import { limits } from '../src/notify/conversations/limits.ts';
import { testRanges } from '../src/parties/phones/phone-type.ts';

const becomes: Readonly<Record<(typeof textFates)[number]['fate'], string>> = {
  arrives: '`delivered`',
  refused: '`failed`, `refused_by_carrier`: the carrier refuses texts to this number',
  not_sent:
    'attempted again after 30 seconds, 2 minutes, 10 minutes, 1 hour and 4 hours, then `failed`, `carrier_unreachable`',
  unknown: '`failed`, `outcome_unknown`: it arrived, but the answer of the carrier was lost',
  undelivered: '`undelivered`: the carrier accepted it, and the phone was off for too long',
};

/** docs/interface/conversations.md, whole; its tables from what the service itself goes by. */
export function conversationsDoc(): string {
  return `<!-- Written by tools/conversations-doc.ts from src/notify/conversations/, src/ports/carriers/ and src/parties/phones/. -->

# Texts

A business texts from its own number: assigned when it was created, or bought for it; a sandbox business gets
one automatically. The texts between that number and a phone are a conversation. Each text that is created, in
or out, is posted to MessagesWebhookURL ([webhooks.md](webhooks.md)), unless it is blocked at once.

## Try it

With the service running in the sandbox:

\`\`\`sh
me=$(jq -r .username data/first-start.json)
bin/quittance message send --business "$me" 2125550100 "Your car is ready."
bin/quittance inbox list --business "$me"
bin/quittance inbox write --business "$me" 2125550100 "STOP"
bin/quittance consent show --business "$me" 2125550100
\`\`\`

\`inbox\` shows the phones and mailboxes of all payers of a sandbox business, and so the address of a pay link. The address is
also in the answer of SendPaymentSMS, in mails that request a payment, and in the output of
\`pay-link address\`. Stored texts and webhooks contain \`[PBTLINK]\` in its place, and \`[PBTPAGE]\` in that of the page of a
subscription. A reminder of an invoice that may be paid in parts has \`[PBTLEFT:en]\`, with the language of the text, in the place of what
is left to pay when it is sent.

Over HTTP \`POST /v1/sandbox/inbox/texts\` writes as a payer, and so does the inbox of the portal. \`GET /v1/messages/outlook\`
says what would become of a text to a phone now: whether it goes out, waits and until when, or is not sent and why. It writes
nothing, and is no promise: all of it is decided again when the text is sent.

Each text in or out, each final state, change of consent, note and assignment is an event \`conversation.changed\` with the conversation as its
object, for pages that show it (\`GET /v1/events/live\`). It holds neither phone nor words, and no webhook gets it.

## Calls

A call to the number of a business is forwarded to its \`BusinessPhone\`, or to \`Phone\` if that is blank. In the sandbox
simulate a call; the command prints which phone rings:

\`\`\`sh
bin/quittance business phone "$me" 6175550123
bin/quittance inbox call --business "$me" 2125550100
\`\`\`

The number of a closed business is not in service; that of a business without a phone that can ring is busy.

## Conversations that wait

A conversation waits (\`isWaiting\` in \`GET /v1/conversations\`) from the text of a person until the business answers: with a chat
or a pay link, by a person or a program. Receipts, notices, reminders of pay links, automatic answers, texts for later and
blocked texts answer nobody.
\`POST /v1/conversations/{conversationId}/read\` marks it as read, or as not read; the portal does so when somebody opens it.
STOP and START do not make it wait.

## Templates

\`/v1/text-templates\` keeps texts that are written again and again, at most 100. \`{firstName}\`, \`{lastName}\` and \`{business}\` in
one are filled in by the page on which a text is written; \`POST /v1/messages\` fills in nothing. One with \`[PBTLINK]\` is for the text of a
pay link.

## Colleagues

\`PATCH /v1/conversations/{conversationId}\` assigns a conversation to a user of the business (\`assigneeId\`), and null to nobody;
\`?assigneeId=\` lists those of one user. It only says who takes care of it: whoever may write texts answers it as before.
\`POST /v1/conversations/{conversationId}/notes\` writes a note for colleagues and \`GET\` lists them, the newest first. A note is in
no text, mail, webhook or page of the person, and the events say only that there is one. It cannot be changed, and goes when the
customer is forgotten, or after \`TEXT_DAYS\`. \`actor\` of a text says who wrote it: \`user:\` and a mail address, or \`api:\` and a key.

## States of a text

| State | |
|---|---|
| \`queued\` | will be sent next |
| \`scheduled\` | waits: for the requested time, for the morning, for a limit, or for its business |
| \`sending\` | committed before its first byte; from then on never sent again |
| \`sent\` | the carrier has it |
| \`delivered\` \`undelivered\` \`failed\` | final, as far as is known |
| \`canceled\` | canceled while it waited |
| \`blocked\` | not sent, for the reason in its error code |
| \`received\` | incoming |

A text is sent at most once. If it is unknown whether it was sent, it is \`failed\` with \`outcome_unknown\`; a later delivery
report of the carrier still counts. No other report moves a text back.

A text requests a payment if it contains a pay link, reminds of one, or is a notice of a subscription. Such a text of a
suspended business is checked again when the business is resumed: its link may have expired. Receipts, refunds and chat
are sent as usual.

| Error code | |
|---|---|
| \`opted_out\` | the recipient wrote STOP to this number |
| \`no_messaging\` | the type of the business has no messaging |
| \`do_not_contact\` | a customer with this phone must not be contacted |
| \`landline\` \`tollfree\` \`premium\` | numbers of this type cannot receive texts ([phone-types.md](phone-types.md)) |
| \`not_textable\` | no phone can have this number |
| \`no_number\` | the business has no number to text from yet |
| \`nothing_to_pay\` | \`canceled\`: its invoice was paid or revoked meanwhile, or its link can no longer be paid |
| \`too_late\` | \`canceled\`: the charge that it announces came due meanwhile, or a later reminder of its link is sent in its place |
| \`business_suspended\` | \`scheduled\`: it requests a payment, and waits until its business is resumed |
| \`business_closed\` | \`canceled\`: it requests a payment for a closed business |
| \`no_carrier\` | this installation sends no texts for live businesses |
| \`outcome_unknown\` | it may have been sent; it is not sent again |
| others | the error of the carrier |

## Consent

Consent belongs to a pair: a number of the business and a phone. An incoming text that consists of one of these words, in any
letter case and with any punctuation around it, is a command; any other text is chat.

| Words | |
|---|---|
| ${wordsOf('stop')} | nothing more is sent, except one confirmation |
| ${wordsOf('start')} | texts are sent again, beginning with a confirmation |
| ${wordsOf('yes')} | the same, if the phone had opted out; otherwise it is chat |
| ${wordsOf('help')} | answered with name and phone of the business, also after STOP |

These texts are posted to MessagesWebhookURL like all others. Every change of consent is stored with its time and text:
\`consent show\`. Record consent given on paper or by phone with \`consent set\`. A waiting text is checked
again when it is sent. If a carrier refuses a text because the recipient opted out there, that counts as a STOP: the
text is \`failed\`, \`opted_out\`, and \`consent show\` names the carrier. A customer with the status \`do_not_contact\` gets
nothing, not even a confirmation. A closed business confirms no START.

## Quiet hours and limits

They apply to live businesses, and to a sandbox business if \`business limits\` switches them on.

Texts are sent from 8:00 to 21:00 in every time zone of the phone's area code; others wait for the
morning. Receipts, answers to the words above, and chat with a phone that wrote within the last hour are sent at any hour.
A number with an unknown area code may be anywhere between New York and Los Angeles.

| | Texts |
|---|---|
${limits.map((limit) => `| ${limitOf(limit)} | ${limit.most} |\n`).join('')}
An hour is a clock hour, a day is one of the time zone of the phone's area code, or of one of them if it has
several. Live businesses share these limits. Texts beyond them wait for the next hour, or for the next morning.
Answers to words are not counted.

## Length

A text has up to ${longestBody.toLocaleString('en')} characters; longer ones are cut. It is sent in segments of 160 characters of the GSM alphabet, or of 153
if there are several (\`^ { } \\ [ ~ ] |\` and \`€\` count twice); a single character outside it reduces that to 70, or 67.
No character is split, and an emoji takes two. \`message show\` prints the number of segments, with the address in the text.

Line breaks become \`\\n\`, and control characters are removed. Card numbers in incoming texts are masked before
they are stored, unless commas separate them like items of a list.

## Test numbers

In the sandbox, with every area code, for example 2125550100:

| Last seven digits | Result |
|---|---|
${[...kindRows(), ...fateRows()].join('')}
Every other number of the sandbox is a phone that receives every text.
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
