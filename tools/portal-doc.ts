import { rights } from '../src/parties/businesses/rights.ts';
import { roles } from '../src/parties/users/roles.ts';

/** docs/guides/portal.md: its tables are those of the roles. */
export function portalDoc(): string {
  const rows = Object.entries(roles).map(([name, { doc, rights: own }]) => {
    const marks = rights.map((right) => ((own as readonly string[]).includes(right) ? '✓' : ''));
    return `| ${name} | ${marks.join(' | ')} | ${doc} |`;
  });
  return `<!-- Written by tools/portal-doc.ts from src/parties/users/roles.ts. -->

# The portal

The portal is for people: your staff, the operator, and whoever wants to see what a program did. Open the address of the service
in a browser. It needs no installation, works on phones, in English and Spanish, and lists its keys behind \`?\`.

## Sign in for the first time

The first start prints a link that signs the operator in once. \`user login-link\` prints a new one, such as
\`bin/quittance user login-link --business 100001 --email operator@example.com\`. Then choose a password in *Your account*, and set up an app that shows codes, or a passkey. A passkey belongs to a host name: open
\`http://localhost:8080\` and not \`http://127.0.0.1:8080\`. A live service asks for one of the two before it shows anything else.
The ten recovery codes stand in for a lost phone, each once.

## Who may do what

Invite people under *Team*. Each has a role in a business, and has it in every business below that:

| Role | ${rights.join(' | ')} | |
|---|${rights.map(() => '---|').join('')}---|
${rows.join('\n')}

A person may have different roles in different businesses; the nearest one above a business counts. Refunds, voids, decisions,
keys and users ask once more for a code, a passkey or the password, if the last one is more than ten minutes old.

## A day at the counter

- **Take a payment**: *Terminal*, or \`N\` in the list of payments. If the answer is lost, the page asks for the outcome by the key of
  the same charge before it lets you charge again.
- **Ask many to pay**: *Invoices and links*, *Pay links*, *Many from a file*. Match the columns of a CSV file; each row is checked
  before anything is made. Stop, reload or mend the file as you like: in one round nobody is asked twice, and a file that was used
  in the last 30 days under another name says so.
- **Find one**: \`/\` in the list of payments, or \`Ctrl K\` anywhere: order, receipt or invoice number, name, phone, amount, last four
  digits, approval code.
- **Understand it**: its page shows the way of the money, every step with its time, what the bank was asked and answered, the
  messages to the payer, the ledger and the webhooks. Violet means: nobody knows yet, and the order must not be charged again.
- **Give it back**: \`R\` opens the refund, whole or in part. The button repeats the amount.
- **Answer**: *Conversations* has what waits for an answer on top. Over the text stands what becomes of it: sent now, held until the
  morning there, or not sent. Receipts and notices by mail, with their words, are in *Mails*.
- **Answer together**: the head of a conversation says who takes care of it (*Assign*), and *Mine* lists yours. *Note* over the field
  turns what you write into a note for colleagues, on a ground of its own; the payer never gets it. Under each text stands who wrote it.
- **Write the same again**: keep it under *Text templates*, with the first name of the payer in it, and choose it with *Template* under
  the field. What is not known of a payer is marked, and nothing is sent before you wrote over it. One with a pay link asks for the amount.
- **See everything of one payer**: a customer has its payments, saved cards, subscriptions, invoices, texts and mails in tabs. *Save a
  card or account* in its menu saves one at the desk, without a payment.
- **Speak their language**: *Settings*, *What you show* has the language for payers, and *Edit* of a customer that of one. Pages,
  mails and texts come in English, Spanish or French; the portal itself has its own switch.
- **Say it in your words**: *Mail wording* has a subject, a beginning and an end for each mail that payers get, in each of their
  languages, with the name of the payer in it. Beside it stands your last mail of that kind as it would be. What is not known of a payer is
  left out with its line; sums, lines and links always stay. *Back to the usual words* takes it all away.
- **Be paid in time**: give a pay link a day, and choose when its payer is reminded: three days before, on the day, a week after. A
  reminder is not sent once it is paid. *Overdue* in the list of pay links has what is late; select some, or all, and *Remind* them.
- **Follow what is owed**: an invoice shows whether it was sent, opened and paid, and is a PDF for you and the payer; its screen has the reminders to come. A subscription
  whose charge failed shows the days of its next attempts; *Change price* shows the sum before you confirm it. *Payer's page* copies
  the address at which the payer gives another card by itself; *History* says who changed what, also the payer.
- **Decide**: *Needs decision* lists what no rule may decide. One person proposes and another confirms; the evidence stands beside it.

## Sessions

*Your account* lists where you are signed in and ends each session. A session ends after 15 minutes without an act, after 12
hours, and when an administrator disables the person. Everything that a person does is in the audit log under the mail address.
`;
}
