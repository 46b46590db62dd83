import { type Currency, currencies } from '../../kernel/currency.ts';
import type { Business } from '../../parties/businesses/business.ts';
import type {
  ChargeAnswer,
  NotSent,
  Processor,
  Rejection,
} from '../../ports/processors/processor.ts';
import { withConversations } from '../../ports/processors/simulated-conversations.ts';
import { openCase } from '../../records/case-store.ts';
import type { World } from '../../world.ts';
import { type Account, accountsOf, openedOrClosed, readAccount } from './account.ts';
import { stop } from './check-account.ts';
import { storeConversations } from './gateway-conversations.ts';

/** The business, and the processor that the row of the payment names. */
type Asked = { readonly businessId: bigint; readonly processor: string };

/** The simulated bank, or the account of the business at a gateway. */
export async function processorOf(world: World, asked: Asked): Promise<Processor> {
  const { businessId, processor: name } = asked;
  const shared = world.processors.get(name);
  if (shared) return recorded(world, shared, businessId);
  const account = await readAccount(world.db, { businessId, name });
  if (!account) throw new Error(`business ${businessId} has no processor called ${name}`);
  return await openAccount(world, account);
}

function recorded(world: World, bank: Processor, businessId: bigint): Processor {
  const keep = storeConversations(world);
  return withConversations(bank, {
    now: world.now,
    keep: (one) => keep({ businessId, name: bank.name }, one),
  });
}

/** The same before something is sent: that it cannot be opened, whyever, is certain then. */
export async function processorToSend(world: World, asked: Asked): Promise<Processor | NotSent> {
  try {
    return await processorOf(world, asked);
  } catch (error) {
    const { businessId, processor } = asked;
    world.log.error('processor.not_opened', { businessId, processor, error });
    return isClosed;
  }
}

const isClosed: NotSent = { outcome: 'not_sent', reason: 'the account cannot be opened' };

/** The currencies in which it may have charged: an account in its own, the simulated bank in all. */
export async function currenciesAt(
  world: World,
  { businessId, processor: name }: Asked,
): Promise<readonly Currency[]> {
  if (world.processors.has(name)) return currencies;
  const account = await readAccount(world.db, { businessId, name });
  return account ? [account.currency] : [];
}

/** The names of all processors that a business may have charged at. */
export async function processorsOf(
  world: World,
  { id, cardAccounts }: Pick<Business, 'id' | 'cardAccounts'>,
): Promise<string[]> {
  // A business that has accounts has one for card payments.
  const own = Object.keys(cardAccounts).length === 0 ? [] : await accountsOf(world.db, id);
  return [...world.processors.keys(), ...own.map(({ name }) => name)];
}

/** A stopped account still answers inquiries about earlier requests; requests that move money are not sent there. */
async function openAccount(world: World, account: Account): Promise<Processor> {
  const opened = await openedOrClosed(world, account);
  const { tokenize, updateToken } = opened;
  type Named = { readonly reference: string };
  const heard = async <A extends { readonly outcome: string }>(request: Named, ask: Promise<A>) => {
    const answer = await ask;
    await reportMalformed(world, account, request, answer);
    return answer;
  };
  const send = async (request: Named, ask: () => Promise<ChargeAnswer>) => {
    if (account.state === 'stopped') return isStopped;
    const answer = await heard(request, ask());
    if (isRefusal(answer)) return await refuse(answer.message);
    if (lacksRight(answer)) tellOfRight(answer.message);
    return answer;
  };
  const tellOfRight = (reason: string) => {
    const { businessId, name: processor } = account;
    world.log.error('processor.no_right', { businessId, processor, reason });
  };
  // Nothing was carried out, and nothing will be: an account that is refused time after time says nothing about cards.
  const refuse = async (message: string): Promise<NotSent> => {
    await stop(world, account, { actor: 'system', because: message });
    return isStopped;
  };
  return {
    ...opened,
    charge: (request) => send(request, () => opened.charge(request)),
    followUp: (request) => send(request, () => opened.followUp(request)),
    ...(tokenize && { tokenize: (request) => heard(request, tokenize(request)) }),
    ...(updateToken && {
      updateToken: (token, request) => heard(request, updateToken(token, request)),
    }),
  };
}

const isStopped: NotSent = { outcome: 'not_sent', reason: 'the account is stopped' };

function lacksRight(answer: object): answer is { readonly message: string } {
  return 'because' in answer && answer.because === 'right';
}

function isRefusal(answer: object): answer is { readonly message: string } {
  return 'account' in answer && answer.account === 'refused';
}

/**
 * Tells operators at once of a request that the gateway cannot read, since every payment may meet that and no payer can
 * do anything about it: each time in the log, and in a case. The answer stands, whatever becomes of this.
 */
async function reportMalformed(
  world: World,
  { businessId, name: processor }: Account,
  { reference }: { readonly reference: string },
  answer: { readonly outcome: string },
): Promise<void> {
  if (!isMalformed(answer)) return;
  const { message: reason } = answer;
  world.log.error('processor.malformed_request', { businessId, processor, reference, reason });
  try {
    await openCase(world, {
      businessId,
      kind: 'malformed_request',
      object: { kind: 'business', id: businessId },
      evidence: { processor, reference, reason },
    });
  } catch (error) {
    world.log.error('case.not_opened', { businessId, processor, error });
  }
}

function isMalformed(answer: { readonly outcome: string }): answer is Rejection {
  return answer.outcome === 'rejected' && 'because' in answer && answer.because === 'malformed';
}
