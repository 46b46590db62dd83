import { partsOf, type Sizes } from './stored-texts.ts';

/** Lists, searches and single objects that the staff of the first business open all day, by path. */
export function deskLists(sizes: Sizes): Record<string, readonly string[]> {
  const { counts, ids, payers } = partsOf(sizes);
  const people = payers + counts.others;
  // Far from both ends of the lists; its customer has a link that is not paid, and a subscription.
  const nth = (Math.floor(counts.links * 0.035) * 10 + 4) * 1.5;
  const i = Math.floor((nth * people) / counts.conversations);
  const isPayer = i < payers;
  const customer = isPayer ? 1_000_000 + i * 20 + 1 : ids.others + i - payers;
  const phone = isPayer ? 3_000_000_000 + i * 5 : 4_000_000_000 + i - payers;
  const email = isPayer ? `payer${i * 5}@example.com` : `guest${i - payers}@example.com`;
  const name = (n: number) =>
    encodeURIComponent(`Park${(isPayer ? i * 5 : i - payers) % 9973}`.slice(0, n));
  const [longest, usual] = [ids.conversations, ids.conversations + nth];
  const shown = 'expand=customer,assignee,lastMessage';
  const linkOf = ids.links + Math.floor(counts.links * 0.35);
  const oldLink = Math.floor((counts.links * 0.3) / 20) * 20 + 4;
  const found = [
    `q=${phone}`,
    `q=${String(phone).slice(0, 7)}`,
    `q=${email}`,
    `q=${name(9)}`,
    `q=${name(5)}`,
    'q=ada',
    'q=nobody',
  ];
  const of = `customerId=${customer}`;
  return {
    '/v1/conversations': [
      shown,
      ...['waiting=true', 'waiting=false', 'consent=opted_out', `assigneeId=${ids.users + 1}`].map(
        (query) => `${query}&${shown}`,
      ),
      `waiting=true&assigneeId=${ids.users + 1}&${shown}`,
      `phone=${phone}`,
      `${of}&${shown}`,
      ...found.map((query) => `${query}&${shown}`),
      `q=ada&waiting=true&${shown}`,
    ],
    '/v1/messages': [
      '',
      `conversationId=${longest}&limit=50`,
      `conversationId=${usual}&limit=50`,
      `payLinkId=${linkOf}`,
      of,
      'status=failed',
      `q=${phone}`,
    ],
    [`/v1/conversations/${longest}`]: [shown],
    [`/v1/conversations/${usual}`]: [shown],
    [`/v1/conversations/${longest}/notes`]: [''],
    '/v1/text-templates': ['', 'q=ready'],
    '/v1/pay-links': [
      'expand=customer',
      'state=open&expand=customer',
      'state=revoked',
      'overdue=true&expand=customer',
      of,
      `orderNumber=link-${oldLink}`,
      `q=link-${oldLink}`,
      ...found,
    ],
    '/v1/invoices': ['status=open', 'overdue=true&expand=customer', of],
    '/v1/subscriptions': [
      'expand=customer',
      'status=past_due&expand=customer',
      'status=unpaid,paused',
      of,
      'planCode=plan-7',
      'planCode=gone',
      ...found,
    ],
    [`/v1/subscriptions/${ids.subscriptions + 7}/periods`]: [''],
    '/v1/mails': [
      '',
      of,
      'status=failed',
      'status=queued',
      'kind=payment.declined',
      'to=office@example.com',
      'to=nobody@example.com',
      'q=office',
      'q=nobody@example.com',
    ],
    '/v1/customers': ['', `email=${email}`, `phone=${phone}`, ...found],
    [`/v1/customers/${customer}`]: ['', 'expand=totals'],
    '/v1/tokens': [of],
    '/v1/payments': [`${of}&expand=customer`],
    '/v1/home': [''],
  };
}
