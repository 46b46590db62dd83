import { writeFileSync } from 'node:fs';
import { commands } from '../src/cli/index.ts';

const path = new URL('../docs/operating/commands.md', import.meta.url);

/** docs/operating/commands.md, whole, from the table that the binary itself goes by. */
export function commandsDoc(): string {
  const rows = Object.entries(commands).map(([name, { usage, doc }]) => {
    const words = usage ? `${name} ${usage}` : name;
    return `### ${name}\n\n\`quittance ${words}\`\n\n${doc}\n`;
  });
  return `<!-- Written by tools/commands-doc.ts from src/cli/index.ts. -->

# Commands

\`bin/quittance <command>\` runs beside a running service: it joins the embedded database, or uses the one that
\`DATABASE_URL\` names. It needs the same settings as the service.

| exit code | |
|---|---|
| 0 | done |
| 1 | refused, or not there; one sentence on standard error says why. For \`reconcile\`, \`ledger verify\` and \`audit verify\`: something was found |
| 2 | the command was not written as it must be, or a file that it goes by cannot be read |

With \`--json\` standard output is one JSON document and nothing else; ids are strings in it. Whatever changes
something leaves a row in the audit trail, with \`operator:NAME\` of the user who ran it as its actor.

An API key is shown once, by the command that makes it. No command takes a key or another secret as a word.

${rows.join('\n')}`;
}

if (import.meta.main) writeFileSync(path, commandsDoc());
