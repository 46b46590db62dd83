import {
  type PhoneType,
  premiumAreaCode,
  premiumExchange,
  testRanges,
  tollFreeAreaCodes,
} from '../src/parties/phones/phone-type.ts';
import { ranges } from '../src/parties/phones/ranges.ts';

/** docs/interface/phone-types.md, whole, from the tables that the answers come from. */
export function phoneTypesDoc(): string {
  return `<!-- Written by tools/phone-types-doc.ts from src/parties/phones/. -->

# Phone types

\`PhoneType\` is \`mobile\`, \`landline\`, \`voip\`, \`tollfree\`, \`premium\` or \`unknown\`. It is derived from the North American
Numbering Plan, without guessing: \`unknown\` means that the plan does not decide, or that
nobody can have such a number. The plan contains no \`Carrier\`; the test numbers below have one.

Most numbers of the United States and Canada are \`unknown\`. Landlines and mobiles share their area codes there,
and numbers can be ported from one to the other. If a lookup carrier is configured for live
businesses, the service asks it about these numbers; it also returns the \`Carrier\`. The answer is cached for thirty days.

| Number | PhoneType |
|---|---|
| area code ${tollFreeAreaCodes.join(', ')} | \`tollfree\` |
| area code ${premiumAreaCode} | \`premium\` |
| exchange ${premiumExchange}, in the United States and Canada | \`premium\` |
| an exchange that ${separate()} reserve for one type | that type |
| 555-0100 to 555-0199 with any other area code: numbers that nobody can have | \`unknown\`, in the sandbox as below |
| fewer than ten digits; area code or exchange beginning with 0 or 1 | none: \`IsSuccess\` is false, and \`Message\` says that it is no phone number |
| any other | \`unknown\` |

## Test numbers

In the sandbox these have a type with every area code except the toll-free ones and ${premiumAreaCode}, for example
2125550100.

| Last seven digits | PhoneType | Carrier |
|---|---|---|
${testRanges.map(({ from, to, type, carrier }) => `| 555-${from} to 555-${to} | \`${type}\` | ${carrier ?? 'null'} |\n`).join('')}
## Area codes with separate types

| Country or territory | Area codes | Types |
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
