import { charge, type Planted } from './planted-imports.ts';
import type { Ban } from './words.ts';

/** The table of each entity with a state, and the one file that changes it. */
const gates = {
  businesses: 'src/parties/businesses/moves.ts',
  applications: 'src/parties/applications/move-store.ts',
  users: 'src/parties/users/user.ts',
  subscriptions: 'src/invoicing/subscriptions/store.ts',
  subscription_periods: 'src/invoicing/subscriptions/period-store.ts',
  pay_links: 'src/invoicing/pay-links/store.ts',
  payments: 'src/payments/moves.ts',
  followups: 'src/payments/follow-ups/store.ts',
  disputes: 'src/payments/disputes/store.ts',
  invoices: 'src/payments/open-invoice.ts',
  tokens: 'src/payments/tokens/store.ts',
  deliveries: 'src/notify/webhooks/delivery-store.ts',
  webhook_endpoints: 'src/notify/webhooks/endpoint-store.ts',
  messages: 'src/notify/conversations/message-moves.ts',
  mails: 'src/notify/mail/store.ts',
  batches: 'src/settlement/store.ts',
  processor_accounts: 'src/payments/accounts/account.ts',
  ach_entries: 'src/ach/entry-moves.ts',
  account_validations: 'src/ach/validation/store.ts',
  ach_files: 'src/ach/files/file-store.ts',
  ach_file_parts: 'src/ach/files/part-store.ts',
  open_questions: 'src/records/case-store.ts',
  leads: 'src/leads/store.ts',
  lead_forms: 'src/leads/form-store.ts',
  vault_roots: 'src/ports/vault/rotate-root.ts',
  vault_named_keys: 'src/ports/vault/rotate-named.ts',
  vault_keys: 'src/ports/vault/data-key-store.ts',
} as const;

const entries = Object.entries(gates);

/** An update that names the state, or whose columns follow in another piece of the text. */
const stateBan = ([table, file]: [string, string]): Ban => ({
  name: `the state in ${table} is changed in one place`,
  words: new RegExp(
    `\\bupdate\\s+${table}\\b(?:(?!\\bwhere\\b)[^;])*?(?:\\bstate\\s*=|\\bset\\s*$)`,
    'gi',
  ),
  within: 'quotes',
  files: (path) => path.startsWith('src/') && !path.endsWith('.test.ts'),
  except: { [file]: 'changes it' },
  instead: `add the move to ${file} and call it`,
});

export const stateBans: readonly Ban[] = entries.map(stateBan);

export const plantedStates: Readonly<Record<string, Planted>> = Object.fromEntries(
  entries.map(([table, file]) => [
    stateBan([table, file]).name,
    {
      bad: [
        [charge, `await tx.query('update ${table} set epoch = 1, state = $2 where id = $1');`],
        [charge, `await tx.query(\`update ${table} t set \${all} where id = $1\`);`],
      ],
      good: [
        [file, `await tx.query('update ${table} set state = $2');`],
        [charge, `await tx.query('update ${table} set due_at = $2 where state = $1');`],
        [charge, `await sql.query('select state from ${table}');`],
      ],
    },
  ]),
);
