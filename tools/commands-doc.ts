import { exampleOf } from '../src/cli/help.ts';
import { groups } from '../src/cli/index.ts';
import { mostRows, pageSize } from '../src/cli/list.ts';

/** docs/operating/commands.md, whole, from the table that the binary itself goes by. */
export function commandsDoc(): string {
  const parts = Object.entries(groups).map(([heading, group]) => {
    const rows = Object.entries(group).map(([name, { usage, doc }]) => {
      const words = usage ? `${name} ${usage}` : name;
      return `### ${name}\n\n\`quittance ${words}\`\n\n${doc}\n\nExample: \`${exampleOf(name)}\`\n`;
    });
    return `## ${heading}\n\n${rows.join('\n')}`;
  });
  return `<!-- Written by tools/commands-doc.ts from src/cli/index.ts. -->

# Commands

\`bin/quittance <command>\` runs beside a running service: it joins the embedded database, or uses the one that
\`DATABASE_URL\` names. It needs the same settings as the service.

| exit code | |
|---|---|
| 0 | done |
| 1 | refused, or not found; one sentence on standard error says why. Also: a setting is wrong, a port is taken, a right is missing. For \`reconcile\`, \`ledger verify\`, \`audit verify\` and \`doctor\`: something was found; for \`reconcile\` also: an account at a gateway could not be read whole. For \`import …\`: a line was refused. For \`get\`, \`post\`, \`patch\` and \`delete\`: the status is 400 or above; for \`soap\`: a fault, or no success. For \`processor check\`: the account may not be used; for \`message send\`: the text is blocked |
| 2 | the command line is wrong, or a file that the command needs cannot be used |

A business is named by its SalesSiteID or its username. An object of a business is named by \`BUSINESS/ID\`, as in
\`100002/17\`, or by \`ID\` beside \`--business\`. Business 0 is the platform: files of all live businesses are its own, and
the cases about them.

Every list that can grow begins with the newest row and shows ${pageSize}. \`--limit\` asks for another number, up to
${mostRows}; \`--before\` goes on behind a row. Below a full page stands the \`--before\` of the next one.

With \`--json\` standard output is one JSON document; ids are strings in it. Each command that changes something writes
a row to the audit log, with \`operator:NAME\` of the user who ran it as its actor.

Stored texts come from strangers. Control characters, marks that change the direction of text and characters without
width are printed as \`\\uXXXX\`, so that none reaches the terminal; in JSON that is the same string.

A required \`--business\` that is left out is that of the profile in use (\`profile set\`).

An API key is shown once, by the command that makes it. No command takes a key or another secret as a word.

${parts.join('\n')}`;
}
