import { outcomes, requirements } from '../src/parties/applications/codes.ts';
import { sandboxMarkers, teamMarker } from '../src/parties/applications/sandbox-markers.ts';

/** docs/interface/sandbox-applications.md, from the tables of applications. */
export function sandboxApplicationsDoc(): string {
  return `<!-- Written by tools/sandbox-applications-doc.ts from src/parties/applications/. -->

# Test applications

In the sandbox an application to take payments is approved at once, and the new business can
take payments with the next call. A marker selects another result. It is a word in \`BusinessLegalName\` or
in \`Email\`, in any letter case, as in \`Park Flowers outcome-declined\` or
\`ann+outcome-declined@example.com\`; anything may follow it, as in \`outcome-declined-2\`. Of several markers
the first one counts, and the name counts before the address. With an unknown word that begins with \`outcome-\` the
application waits for an account specialist. Outside the sandbox these words have no effect.

| Marker | Status | Result |
|---|---|---|
${sandboxMarkers.map(({ word, ends, says }) => `| \`${word}\` | \`${ends}\` | ${says} |\n`).join('')}
\`${teamMarker}\` in the name or the address, alone or with another marker, sends the mail to the operator's account team that
every application sends outside the sandbox; also for a business that \`CreateNewBusiness\` creates with a ReferralID.
The mail is in the inbox of that business within 15 minutes: \`quittance inbox list --business ID\`.

If an application waits for an account specialist, decide it yourself with
\`quittance application approve\` and the other \`application\` commands.

## Requests for information

| Code | Missing |
|---|---|
${codeRows(requirements)}
## Reasons for a decline

| Code | Reason |
|---|---|
${codeRows(outcomes)}`;
}

function codeRows(codes: Readonly<Record<string, string>>): string {
  return Object.entries(codes)
    .map(([code, says]) => `| \`${code}\` | ${says} |\n`)
    .join('');
}
