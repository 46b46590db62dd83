import { gatewayNames } from '../../kernel/gateway-names.ts';

/** The pages of the site by section, in the order in which they are read. Files are named from the top of the repository. */
export type Section = {
  readonly title: string;
  readonly files: readonly string[];
  /** True for pages of little use to a reader with a task: the search shows them last. */
  readonly isBackground?: true;
};

const inFolder = (folder: string, names: string): readonly string[] =>
  names.split(/\s+/).map((name) => `${folder}/${name}.md`);

export const outline: readonly Section[] = [
  {
    title: 'Start',
    files: ['docs/README.md', ...inFolder('docs/guides', 'quick-start concepts comparison')],
  },
  {
    title: 'Guides',
    files: inFolder(
      'docs/guides',
      'README charge refund portal subscriptions pay-by-text onboarding ach going-live pci moving-in',
    ),
  },
  {
    title: 'Interface',
    files: [
      ...inFolder(
        'docs/interface',
        'README v1 errors idempotency limits values amounts payment-methods tokens refunds customers businesses ' +
          'subscriptions pay-links card-fields receipts conversations leads webhooks',
      ),
      'clients/typescript/README.md',
      'clients/react/README.md',
    ],
  },
  {
    title: 'JSON and SOAP of older programs',
    files: inFolder('docs/interface', 'http fields soap asmx-fields clients ach-codes phone-types'),
  },
  {
    title: 'Sandbox',
    files: inFolder('docs/interface', 'sandbox sandbox-ach sandbox-applications'),
  },
  {
    title: 'Operating',
    files: inFolder(
      'docs/operating',
      'README symptoms starting deploy hosts own-database backup upgrade monitoring metrics traces performance carriers ach cases disputes ' +
        'card-testing business-types screening moving time-machine pci commands',
    ),
  },
  {
    title: 'Processors',
    files: inFolder(
      'docs/operating/processors',
      `README capabilities settled-by-records ${gatewayNames.join(' ')} campaigns`,
    ),
  },
  {
    title: 'Runbook',
    files: inFolder(
      'docs/operating/runbook',
      'README process-down no-worker database-down no-writes vault-shut disk-nearly-full clock-apart backup-old ' +
        'error-rate slow-requests unknown-outcomes circuit-open gateway-limited outbox-stuck webhooks-late ' +
        'webhook-receiver-failing texts-late mails-late ach-file-late ach-entries-late subscriptions-late jobs-late ' +
        'jobs-failing cases-waiting pool-exhausted connections-near-limit heap-nearly-full long-transaction ' +
        'errors-in-log readings-failed several-versions',
    ),
  },
  {
    title: 'How it is made',
    files: [
      'docs/glossary.md',
      'ARCHITECTURE.md',
      'docs/ways.md',
      'docs/states.md',
      'CONTRIBUTING.md',
      'SECURITY.md',
      'CHANGELOG.md',
    ],
    isBackground: true,
  },
];

/** The records of decisions; the page that lists them stands for all. */
export const decisions = 'docs/decisions';

/** The address of a file on the site: `docs/interface/v1.md` is at `/docs/interface/v1`. */
export function addressOf(file: string): string {
  const inner = file.startsWith('docs/') ? file.slice('docs/'.length) : `code/${file}`;
  const path = inner
    .replace(/(?:^|\/)README\.md$/, '')
    .replace(/\.md$/, '')
    .toLowerCase();
  return path === '' ? '/docs' : `/docs/${path}`;
}
