import { laterBehaviour } from '../packages/sandbox/src/processor/behaviours.ts';
import { publishedCustomers } from '../packages/sandbox/src/processor/customers.ts';
import {
  centsOfAmount,
  chooseBehaviour,
  ownRange,
  type TestCard,
  testCards,
} from '../packages/sandbox/src/processor/test-cards.ts';

/** docs/interface/sandbox.md, whole, from the tables that the simulated bank itself obeys. */
export function sandboxDoc(): string {
  const own = testCards.filter(isOwn);
  const approving = testCards.filter((row) => row.does === 'approve');
  const declining = testCards.filter((row) => row.does !== 'approve' && !isOwn(row));
  return `<!-- Written by tools/sandbox-doc.ts from packages/sandbox/src/processor: test-cards.ts, customers.ts. -->

# The sandbox: test cards and what they do

In the sandbox no bank is asked: a simulated one answers. The card number decides what it does. Any
security code is good, and any expiry date that has not passed. A card that has expired by the clock of your business is
refused with status 400 (\`expired\`), and so is a number whose check digit is wrong (\`invalid\`); no bank is asked then. A
saved card that has expired since is declined as \`expired_card\`. A number that is not listed here approves.

\`POST /v1/sandbox/bank-scripts\` sets the outcome of the next charges, captures, voids, refunds or batches, whatever the
card. Its \`does\` is one of the codes below.

The numbers that gateways have published for years do here what they do there. Some are approved by one
gateway and declined by another; those approve.

## Cards that approve

${cardTable(approving)}
## Cards that decline

${cardTable(declining)}
## Cards for everything that can go wrong on the way

These are ours and begin with ${ownRange}. After an outcome that is not known yet, the service finds out by
itself what became of the payment; ask again under the same OrderNumber to learn it.

${cardTable(own.filter((row) => !isForLater(row)))}
## Cards that approve, and what comes later

The charge is approved; what the number decides is how it goes when the charge is captured, voided or refunded. A refund
of the whole amount before the batch of the charge is closed is a void: to see a card refuse the refund, ask for a part,
or wait until the batch is closed.

${cardTable(own.filter(isForLater))}
## Amounts

Only the card ${own.find((row) => row.does === 'by_amount')!.number} looks at the amount, and only at its cents, which are the response codes
of the card networks: 10.51 is declined for insufficient funds, and so is 2000.51. Any other cents approve.

| Cents | Code | What happens |
|---|---|---|
${[...centsOfAmount].map(([cents, { does, says }]) => `| .${String(cents).padStart(2, '0')} | \`${does}\` | ${says} |\n`).join('')}
## What the bank allows

- A charge that was authorized is captured once, with all of it or less.
- It can be voided until its batch is closed, as long as nothing was refunded: \`already_settled\`.
- What was captured can be refunded, in parts too, but never more than was taken: \`refund_too_large\`.

## Customers whom the bank knows

| Code | Name | Phone | City |
|---|---|---|---|
${publishedCustomers.map(({ code, firstName, lastName, phone, city, stateCode }) => `| ${code} | ${firstName} ${lastName} | ${phone} | ${city}, ${stateCode} |\n`).join('')}
## The gateway

The simulated bank stands behind every gateway. A business whose application named a \`GatewayId\` charges there from the
activation of its payments on, as long as it has no account at a gateway in the currency of the charge: each charge goes
out under that id with the \`GatewayPasskey\`, which lies in the vault, and what is done to the charge later refers to it.
A charge at an account has the key of that account, and no passkey is opened for it. \`business show\` tells the gateway, and the book
(\`simulated-bank.jsonl\` in the data folder) of each charge the id, percent-encoded, and whether a passkey came with it.
A passkey with \`unknown-passkey\` in it is one that the gateway does not know: no charge succeeds, and \`Decline-Code\` is
\`rejected\`.

## The bank as a server of its own

\`bin/quittance simulate\` runs the same bank in a process of its own, with real sockets in between: for trying out
what a network does, and for seeing the bank go on when the service is killed. It listens on this machine alone. Start the
service with \`SIMULATOR_URL=http://127.0.0.1:8090\` and both with the same \`SIMULATOR_LATE_WINDOW_SECONDS\`.
\`bin/quittance simulate --help\` lists its words; the same seed and the same calls, with \`--stands-at\` and a clock that
stands still, give the same book byte for byte. Only what was never sent differs: behind a socket nobody can know that
a connection was refused to one card alone, so its outcome is unknown.

Its door takes scripts, as JSON by POST:

\`\`\`sh
curl http://127.0.0.1:8090/script -H 'Content-Type: application/json' -d '{ "next": 1, "does": "garbage_answer" }'
\`\`\`

| Script | What the bank does |
|---|---|
${scripts.map(([script, says]) => `| \`${JSON.stringify(script).replaceAll('":', '": ').replaceAll(',"', ', "')}\` | ${says} |\n`).join('')}
\`GET /book\` shows its book, one line for everything that happened, with at most four digits of a card.
`;
}

/** Every kind of script once; the test of this page sends them all. */
export const scripts: readonly [script: object, says: string][] = [
  [
    { next: 3, does: 'lost_card' },
    'For the next three charges or follow-ups, whatever their cards: any code above.',
  ],
  [{ reference: 'a1', does: 'late_booking' }, 'The same for one reference.'],
  [{ batch: 'mismatch' }, 'The next batch that is closed lacks its last item.'],
  [{ batch: 'timeout_after_booking' }, 'The next batch is closed, and the answer is lost.'],
  [{ batch: 'timeout_before_booking' }, 'The next batch is lost on its way.'],
  [{ outage: true }, 'Drops every connection, until it is told `false`.'],
  [{ outage: { seconds: 86_400 } }, 'The same for a day by its own clock.'],
  [{ passSeconds: 3600 }, 'Its clock goes on by an hour at once.'],
  [{ customer: newCustomer() }, 'Knows one customer more.'],
  [{ refuse: { seconds: 5 } }, 'Nobody listens for five real seconds, at its door neither.'],
];

function newCustomer(): object {
  const { outcome, ...customer } = publishedCustomers[0]!;
  return { ...customer, code: 'C-2001' };
}

function cardTable(rows: readonly TestCard[]): string {
  return `| Number | Brand | Code | What happens |
|---|---|---|---|
${rows.map(({ number, brand, does, says }) => `| ${number} | ${brand} | \`${does}\` | ${says} |\n`).join('')}`;
}

function isForLater({ number }: TestCard): boolean {
  const does = chooseBehaviour(number, 100n);
  const kinds = ['capture', 'void', 'refund'] as const;
  return kinds.some((kind) => laterBehaviour(does, kind) !== 'approve');
}

function isOwn({ number }: TestCard): boolean {
  return number.startsWith(ownRange);
}
