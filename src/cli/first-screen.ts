import { exitCodes } from './help.ts';

/** The group of `index.ts`, the commands of it that are used most, and one as it is typed. */
type FirstLook = {
  readonly group: string;
  readonly names: readonly string[];
  readonly example: string;
};

const groups: readonly FirstLook[] = [
  {
    group: 'Run and look after the service',
    names: ['all', 'status', 'doctor', 'logs tail', 'backup'],
    example: 'doctor',
  },
  {
    group: 'Businesses and their applications',
    names: [
      'business list',
      'business create',
      'business rotate-key',
      'user invite',
      'application list',
    ],
    example: 'business list',
  },
  {
    group: 'Payments and money',
    names: [
      'payment list',
      'payment show',
      'payment refund',
      'payment unknown',
      'processor connect',
    ],
    example: 'payment show 100002/17',
  },
  {
    group: 'Bank transfers',
    names: ['ach files', 'ach entries', 'ach returns', 'ach read', 'ach send'],
    example: 'ach entries --business 100002',
  },
  {
    group: 'Plans and subscriptions',
    names: [
      'plan set',
      'subscription list',
      'subscription show',
      'subscription create',
      'subscription cancel',
    ],
    example: 'subscription list --business 100002',
  },
  {
    group: 'Texts, mail and leads',
    names: ['message list', 'message send', 'mail list', 'consent show', 'lead list'],
    example: 'mail list --business 100002',
  },
  {
    group: 'Webhooks and their deliveries',
    names: ['webhooks set', 'webhooks list', 'webhooks log', 'webhooks replay', 'webhooks listen'],
    example: 'webhooks log --business 100002',
  },
  {
    group: 'Cases, books and the audit log',
    names: ['case list', 'case propose', 'case confirm', 'reconcile', 'audit list'],
    example: 'case list',
  },
  {
    group: 'Call the running service',
    names: ['get', 'post', 'soap', 'profile set', 'completion'],
    example: 'get /v1/payments',
  },
  {
    group: 'Move in and out',
    names: [
      'import customers',
      'import subscriptions',
      'import tokens',
      'export',
      'customer forget',
    ],
    example: 'help import',
  },
  {
    group: 'Try things out in the sandbox',
    names: ['demo', 'trigger', 'inbox list', 'clock advance', 'simulate'],
    example: 'demo',
  },
];

/** The output of `quittance` alone: the first things that a person looks for, on one screen. */
export function firstScreen(): string {
  const width = Math.max(...groups.map(({ group }) => group.length));
  const lines = groups.flatMap(({ group, names, example }) => [
    `${group.padEnd(width)}   quittance ${example}`,
    `  ${names.join(', ')}`,
  ]);
  return [
    'quittance COMMAND. The service starts with: quittance all',
    '',
    ...lines,
    '',
    'quittance help NAME   a command, or all that begin with that word, with every option',
    'quittance help all    every command; quittance config: every setting of the environment',
    exitCodes,
  ].join('\n');
}
