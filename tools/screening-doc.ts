import { writeFileSync } from 'node:fs';
import { answerWithinDays } from '../src/applications/application.ts';
import {
  highTicketCents,
  monthlyVolumeCents,
  riskyCategories,
} from '../src/applications/screen.ts';
import { formatMoney } from '../src/base/money.ts';

const path = new URL('../docs/operating/screening.md', import.meta.url);

/** docs/operating/screening.md, whole, from the rules that applications are screened by. */
export function screeningDoc(): string {
  return `<!-- Written by tools/screening-doc.ts from src/applications/. -->

# How applications are screened

Outside the sandbox nobody takes payments before a person approved it. Screening only decides who looks, and
at what first; what it found is the reason of the move that it made, and \`application show\` shows it.

| What is found | Where the application goes |
|---|---|
| nothing | \`in_review\` |
| another business of the tree takes payments under the same EIN | \`in_review\` |
| HighTicket above ${formatMoney(highTicketCents)} | \`enhanced_review\` |
| CardMonthlyVolume above ${formatMoney(monthlyVolumeCents)} | \`enhanced_review\` |
| MccCode is one of ${[...riskyCategories].join(', ')} | \`enhanced_review\` |
| a name of the business or its owner is on a list | \`enhanced_review\` |
| an EIN that was never given out; no EIN, SSN or account number | \`needs_information\`, and back from there |

No list of names comes with the service: \`noList\` in \`src/applications/screen.ts\` is where one is asked.

An applicant has ${answerWithinDays} days to answer; then the application expires. An approved application is in
\`provisioning\` until its gateway is ready and \`business activate\` is called.
`;
}

if (import.meta.main) writeFileSync(path, screeningDoc());
