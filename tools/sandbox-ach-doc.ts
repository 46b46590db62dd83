import {
  type Behaviour,
  type SimulatedAccount,
  simulatedAccounts,
  simulatedNumber,
  usualDay,
} from '../packages/sandbox/src/odfi/accounts.ts';
import { representAfterBankingDays } from '../src/ach/return-codes.ts';
import { sandboxCents } from '../src/ach/validation/probes.ts';

/** docs/interface/sandbox-ach.md, whole, from the table that the simulated bank itself obeys. */
export function sandboxAchDoc(): string {
  return `<!-- Written by tools/sandbox-ach-doc.ts from packages/sandbox/src/odfi/accounts.ts. -->

# The sandbox: test bank accounts and what they do

In the sandbox a bank payment is filed at its cut-off, settles on its banking day and is held as a live one is; no bank
is asked. Any routing number with a good check digit will do, and any account number of 4 to 11 digits. The account
pays, unless its number is one of these: eight digits that begin with 99. What the codes mean stands in
[Returns and corrections](ach-codes.md).

\`\`\`
99 d nnn cc
   │ │   └─ the two digits of the code, as in R01 or C05
   │ └───── the banking day after settlement on which the bank answers; 000: on day ${usualDay}
   └─────── what the account does
\`\`\`

| Digit | What it does | For example |
|---|---|---|
${simulatedAccounts.map(row).join('')}
The answers come by the clock of your own business, so that one push of the time machine brings a return of the sixtieth
day. They are files as a bank sends them, and lie behind \`inbox\` and \`read\` in the folder of your business. Everything
else follows as in live: the states, the events, the ledger, the token. A file of your own making is read by
\`quittance ach read FILE --business ID\`.

- What came back for want of funds is presented again on banking day ${representAfterBankingDays.join(' and once more on banking day ')}
  after its return. From \`${simulatedNumber('return_first', 'R01')}\` it is paid then; from \`${simulatedNumber('return_always', 'R01')}\` it comes back three times.
- \`${simulatedNumber('return_always', 'R10', 40)}\` is a debit that nobody had authorized, and of which the bank says so after its money
  could be paid out.
- What is corrected is good: the account number begins with 1 afterwards, the routing number is another one, and the
  kind of account is the other one.
- Where accounts are validated by micro-deposits, their amounts are always $0.${sandboxCents[0]} and $0.${sandboxCents[1]}: no bank shows them to
  anybody here.
- A code that nobody knows, such as R99, comes back as well: it is kept, and a person looks at it.
`;
}

const examples: Readonly<Record<Behaviour, readonly [code: string, day?: number]>> = {
  return_always: ['R03'],
  return_first: ['R01'],
  return_credits: ['R02', 1],
  correct: ['C01'],
  correct_unreadably: ['C03'],
};

function row({ digit, does, says }: SimulatedAccount): string {
  const [code, day] = examples[does];
  const when = `${code} on banking day ${day ?? usualDay}`;
  return `| ${digit} | ${says} | \`${simulatedNumber(does, code, day)}\`: ${when} |\n`;
}
