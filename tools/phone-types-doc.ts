import { writeFileSync } from 'node:fs';
import {
  type PhoneType,
  premiumAreaCode,
  premiumExchange,
  tollFreeAreaCodes,
} from '../src/phones/phone-type.ts';
import { ranges } from '../src/phones/ranges.ts';
import { testRanges } from '../src/phones/test-numbers.ts';

const path = new URL('../docs/interface/phone-types.md', import.meta.url);

/** docs/interface/phone-types.md, whole, from the tables that the answers come from. */
export function phoneTypesDoc(): string {
  return `<!-- Written by tools/phone-types-doc.ts from src/phones/. -->

# Kinds of phone numbers

\`PhoneType\` is \`mobile\`, \`landline\`, \`voip\`, \`tollfree\`, \`premium\` or \`unknown\`. It says what the North American
Numbering Plan itself says of a number, and guesses nothing: \`unknown\` means that the plan does not tell, or that
there can be no such number. The plan knows no \`Carrier\`; the test numbers below have one.

Most numbers of the United States and Canada are \`unknown\`. Landlines and mobiles share their area codes there,
and a number may move from one to the other with its owner. Where the service has a lookup carrier, as it may for live
businesses, that is asked about those and names the \`Carrier\` too; what it says is kept for thirty days.

| Number | PhoneType |
|---|---|
| area code ${tollFreeAreaCodes.join(', ')} | \`tollfree\` |
| area code ${premiumAreaCode} | \`premium\` |
| exchange ${premiumExchange}, in the United States and Canada | \`premium\` |
| an exchange that ${separate()} keep for one kind | that kind |
| 555-0100 to 555-0199 under any other area code: numbers that nobody can have | \`unknown\`, in the sandbox as below |
| fewer than ten digits; area code or exchange beginning with 0 or 1 | \`unknown\` |
| any other | \`unknown\` |

## Test numbers

In the sandbox these have a kind under every area code but the toll-free ones and ${premiumAreaCode}, for example
2125550100.

| Last seven digits | PhoneType | Carrier |
|---|---|---|
${testRanges.map(({ from, to, type, carrier }) => `| 555-${from} to 555-${to} | \`${type}\` | ${carrier ?? 'null'} |\n`).join('')}
## Area codes with kinds of their own

| Country or territory | Area codes | Kinds that are told apart |
|---|---|---|
${territories().map(row).join('')}`;
}

function territories(): string[] {
  return [...new Set(ranges.map(([territory]) => territory))].toSorted((a, b) =>
    nameOf(a).localeCompare(nameOf(b), 'en'),
  );
}

function row(code: string): string {
  const own = ranges.filter(([territory]) => territory === code);
  const areaCodes = [...new Set(own.map(([, areaCode]) => areaCode))];
  const kinds = [...new Set(own.map(([, , kind]): PhoneType => kind))];
  const shown = kinds.map((kind) => `\`${kind}\``).join(', ');
  return `| ${nameOf(code)} | ${areaCodes.join(', ')} | ${shown} |\n`;
}

function separate(): string {
  return `the ${territories().length} countries and territories below`;
}

function nameOf(code: string): string {
  return new Intl.DisplayNames('en', { type: 'region' }).of(code)!;
}

if (import.meta.main) writeFileSync(path, phoneTypesDoc());
