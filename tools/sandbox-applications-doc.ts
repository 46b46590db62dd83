import { writeFileSync } from 'node:fs';
import { outcomes, requirements } from '../src/applications/codes.ts';
import { sandboxMarkers } from '../src/applications/sandbox-markers.ts';

const path = new URL('../docs/interface/sandbox-applications.md', import.meta.url);

/** docs/interface/sandbox-applications.md, whole, from the tables that applications obey. */
export function sandboxApplicationsDoc(): string {
  return `<!-- Written by tools/sandbox-applications-doc.ts from src/applications/. -->

# The sandbox: applications and what becomes of them

In the sandbox nobody looks at an application for payments: it is approved at once, and the new business can
take payments with the next call. A marker makes something else of it. It is a word in \`BusinessLegalName\` or
in \`Email\`, in any letter case, as in \`Park Flowers outcome-declined\` or
\`ann+outcome-declined@example.com\`; anything may follow it, as in \`outcome-declined-2\`. When there are several,
the first one counts, and one in the name before one in the address. A word that begins with \`outcome-\` and is
none of these waits for an account specialist. Outside the sandbox these words mean nothing.

| Marker | Status | What happens |
|---|---|---|
${sandboxMarkers.map(({ word, ends, says }) => `| \`${word}\` | \`${ends}\` | ${says} |\n`).join('')}
Where a business waits for an account specialist, the operator of the sandbox can be one:
\`quittance application approve\` and its sisters move it on.

## What can be asked for

| Code | What is missing |
|---|---|
${codeRows(requirements)}
## Why an application can be declined

| Code | Why |
|---|---|
${codeRows(outcomes)}`;
}

function codeRows(codes: Readonly<Record<string, string>>): string {
  return Object.entries(codes)
    .map(([code, says]) => `| \`${code}\` | ${says} |\n`)
    .join('');
}

if (import.meta.main) writeFileSync(path, sandboxApplicationsDoc());
