import { formatMoney } from '../src/kernel/money.ts';
import { answerWithinDays } from '../src/parties/applications/application.ts';
import {
  highTicketCents,
  monthlyVolumeCents,
  riskyCategories,
} from '../src/parties/applications/screen.ts';

/** docs/operating/screening.md, from the rules of screening. */
export function screeningDoc(): string {
  return `<!-- Written by tools/screening-doc.ts from src/parties/applications/. -->

# Screening of applications

Outside the sandbox a person approves every application to take payments. Screening only decides the kind of review.
Its findings are recorded as the reason of the change of state; \`application show\` prints them.

| Finding | New state |
|---|---|
| nothing | \`in_review\` |
| another business of the tree takes payments under the same EIN | \`in_review\` |
| HighTicket above ${formatMoney(highTicketCents)} | \`enhanced_review\` |
| CardMonthlyVolume above ${formatMoney(monthlyVolumeCents)} | \`enhanced_review\` |
| MccCode is one of ${[...riskyCategories].join(', ')} | \`enhanced_review\` |
| a name of the business or its owner is on a list | \`enhanced_review\` |
| an unassigned EIN; no EIN, SSN or account number | \`needs_information\`, then back to review |

The service contains no list of names; connect one at \`noList\` in \`src/parties/applications/screen.ts\`.

An applicant has ${answerWithinDays} days to answer; then the application expires. An approved application is in
\`provisioning\` until its gateway is ready and \`business activate\` is run.
`;
}
