import type { AccountRead } from './gateway-accounts.ts';

/** One or two sentences on an account: the compared part, its end, and the part that was not compared. */
export function formatAccount(one: AccountRead): string {
  const { account, read, differences } = one;
  const { businessId, name, processor, currency, state } = account;
  const stopped = state === 'stopped' ? ', stopped' : '';
  const which = `business ${businessId}, account ${name} at ${processor} in ${currency}${stopped}`;
  if (read.of === 'nothing') return `${which}: NOT COMPARED: ${read.stopped}.`;
  return `${which}: ${read.of === 'rows' ? ofRows(one, read) : ofBatches(read)}. ${listed([
    ...[`${differences} ${differences === 1 ? 'differs' : 'differ'}`],
    read.accepted > 0 && `accepted in cases: ${read.accepted}`,
  ])}.${gapsOf(read)}`;
}

/** True if everything of the account was compared that should have been. */
export function isRead({ read }: AccountRead): boolean {
  return read.stopped === undefined;
}

type Read<T extends AccountRead['read']['of']> = Extract<AccountRead['read'], { readonly of: T }>;

function ofRows({ reportedUntil }: AccountRead, read: Read<'rows'>): string {
  const { rows, items, since, until, waiting, ofOthers, odd } = read;
  return listed([
    `${rows} rows of what it settled from ${at(since)} until ${at(until)} were read again, and compared with ` +
      `${items} payments and refunds that are booked as settled`,
    !reportedUntil && 'none was booked yet, as no report was read before',
    waiting > 0 && `${waiting} wait for the next report`,
    ofOthers > 0 && `${ofOthers} are of another account here`,
    odd > 0 && `${odd} are in terms that no rule reads`,
  ]);
}

function ofBatches({ asked, since }: Read<'batches'>): string {
  return (
    `it has no report of what it settled; it was asked again about ${asked} batches that were closed since ` +
    `${at(since)}, and count and total of each were compared, no single payment`
  );
}

function gapsOf(read: Read<'rows'> | Read<'batches'>): string {
  const { stopped } = read;
  if (stopped === undefined) return '';
  const what =
    read.of === 'rows' ? `what was settled before ${at(read.since)}` : `${read.untold} batches`;
  return ` NOT COMPARED: ${what}: ${stopped}.`;
}

function listed(parts: readonly (string | false)[]): string {
  return parts.filter((part) => part !== false).join('; ');
}

/** To the minute. */
function at(moment: Date): string {
  return `${moment.toISOString().slice(0, 16)}Z`;
}
