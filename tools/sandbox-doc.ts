import { writeFileSync } from 'node:fs';
import {
  centsOfAmount,
  ownRange,
  type TestCard,
  testCards,
} from '../src/processors/simulator/behaviours.ts';

const path = new URL('../docs/interface/sandbox.md', import.meta.url);

/** docs/interface/sandbox.md, whole, from the table that the simulated bank itself obeys. */
export function sandboxDoc(): string {
  const own = testCards.filter(isOwn);
  const approving = testCards.filter((row) => row.does === 'approve');
  const declining = testCards.filter((row) => row.does !== 'approve' && !isOwn(row));
  return `<!-- Written by tools/sandbox-doc.ts from src/processors/simulator/behaviours.ts. -->

# The sandbox: cards and what they do

In the sandbox no bank is asked: a simulated one answers. The card number decides what it does. Any
security code is good, and any expiry date that has not passed; a card that has expired is declined as
\`expired_card\`. A number that is not listed here approves when its check digit is right and is declined as
\`incorrect_number\` when it is not.

The numbers that gateways have published for years do here what they do there. Some are approved by one
gateway and declined by another; those approve.

## Cards that approve

${cardTable(approving)}
## Cards that decline

${cardTable(declining)}
## Cards for everything that can go wrong on the way

These are ours and begin with ${ownRange}. After an outcome that is not known yet, the service finds out by
itself what became of the payment; ask again under the same OrderNumber to learn it.

${cardTable(own)}
## Amounts

Only the card ${own.find((row) => row.does === 'by_amount')!.number} looks at the amount, and only at its cents, which are the response codes
of the card networks: 10.51 is declined for insufficient funds, and so is 2000.51. Any other cents approve.

| Cents | Code | What happens |
|---|---|---|
${[...centsOfAmount].map(([cents, { does, says }]) => `| .${String(cents).padStart(2, '0')} | \`${does}\` | ${says} |\n`).join('')}`;
}

function cardTable(rows: readonly TestCard[]): string {
  return `| Number | Brand | Code | What happens |
|---|---|---|---|
${rows.map(({ number, brand, does, says }) => `| ${number} | ${brand} | \`${does}\` | ${says} |\n`).join('')}`;
}

function isOwn({ number }: TestCard): boolean {
  return number.startsWith(ownRange);
}

if (import.meta.main) writeFileSync(path, sandboxDoc());
