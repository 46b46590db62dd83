import { currencies, usualCurrency } from '../../../kernel/currency.ts';
import { parseGatewayAddress } from '../../../kernel/gateway-address.ts';
import { gatewayNames } from '../../../kernel/gateway-names.ts';
import { flaw, parsed } from '../../../kernel/parsed.ts';
import { fieldFault, Refusal } from '../../../kernel/refusal.ts';
import { Secret } from '../../../kernel/secret.ts';
import { type Business, businesses } from '../../../parties/businesses/business.ts';
import type { Match } from '../../../parties/businesses/change-state.ts';
import { lockBusiness, readBusiness } from '../../../parties/businesses/store.ts';
import { type Account, accounts, readAccount } from '../../../payments/accounts/account.ts';
import { checkAccount, stop } from '../../../payments/accounts/check-account.ts';
import { chooseAccount, connectAccount } from '../../../payments/accounts/connect-account.ts';
import type { Sql } from '../../../runtime/sql.ts';
import type { World } from '../../../world.ts';
import { exactText, freeText, plain, secret } from '../../operations/fields.ts';
import { endpoint, type V1Call } from '../endpoint.ts';
import { columnIs, createdBetween } from '../filters.ts';
import { type Listing, listEndpoint } from '../list.ts';
import { bool, field, maybe, moment, object, orNull, type TypeOf, text, word } from '../shape.ts';

const states = ['active', 'stopped'] as const;
const accountShape = object(
  {
    id: text('Its name, which payments remember as their processor.'),
    processor: word('Which gateway it is.', gatewayNames),
    environment: word('Live: it moves money.', ['sandbox', 'live']),
    currency: word('Of all that is charged there.', currencies),
    status: word('Stopped: nothing that moves money is sent there.', states),
    stoppedBecause: orNull(text('Why it was stopped.')),
    merchant: orNull(text('Where the gateway has several behind one key: which of them.')),
    takesPayments: bool('True if card payments in its currency go there.'),
    isFallback: bool('True if it gets those that certainly did not happen at the first one.'),
    createdAt: moment('When it was connected.'),
    checkedAt: moment('When its check last went well.'),
  },
  { name: 'ProcessorAccount' },
);

function accountWire(
  account: Account,
  { cardAccounts, fallbackAccounts }: Pick<Business, 'cardAccounts' | 'fallbackAccounts'>,
): TypeOf<typeof accountShape> {
  const { name, currency } = account;
  return {
    id: name,
    processor: account.processor,
    environment: account.environment,
    currency,
    status: account.state,
    stoppedBecause: account.stoppedBecause ?? null,
    merchant: account.merchant ?? null,
    takesPayments: cardAccounts[currency] === name,
    isFallback: fallbackAccounts[currency] === name,
    createdAt: account.createdAt.toISOString(),
    checkedAt: account.checkedAt.toISOString(),
  };
}

/** The business is read again: its choice of accounts may have changed within this call. */
async function accountView(sql: Sql, businessId: bigint, name: string) {
  const account = await readAccount(sql, { businessId, name });
  const business = await readBusiness(sql, businessId);
  if (!account || !business) throw new Refusal('not_found');
  return accountWire(account, business);
}

async function accountNamed({ db }: World, { id }: Business, name: string): Promise<Account> {
  const found = await readAccount(db, { businessId: id, name });
  if (!found) throw new Refusal('not_found');
  return found;
}

const choice = businesses.pick('cardAccounts', 'fallbackAccounts');
const row = accounts.with(choice.fields);

const listing: Listing<(typeof row)['fields'], TypeOf<typeof accountShape>> = {
  rows: row,
  // The choice as it is stored: the caller's copy may be some seconds old.
  select: `${accounts.of('a')}, ${choice.of('b')}`,
  from: 'processor_accounts a join businesses b on b.business_id = a.business_id',
  business: 'a.business_id',
  key: [
    { sql: 'a.created_at', type: 'timestamptz' },
    { sql: 'a.name', type: 'text' },
  ],
  filters: {
    status: columnIs('a.state', word('Its status.', states)),
    processor: columnIs('a.processor', word('Its gateway.', gatewayNames)),
    currency: columnIs('a.currency', word('Its currency.', currencies)),
    ...createdBetween('a.created_at'),
  },
  search: {
    doc: 'a part of its name, gateway or merchant.',
    where: (q, $) => {
      const asText = `lower(${$(q)})`;
      const columns = ['a.name', 'a.processor', `coalesce(a.merchant, '')`];
      return columns.map((column) => `position(${asText} in lower(${column})) > 0`).join(' or ');
    },
  },
  item: accountShape,
  wire: (one) => accountWire(one, one),
};

const notAName = flaw(
  'malformed',
  'must be 1 to 30 small letters, digits and hyphens, and begin with a letter',
);
const pattern = '^[a-z][a-z0-9-]{0,29}$';
const accountName = (doc: string) =>
  field(
    plain(doc, { type: 'string', pattern }, (name) =>
      new RegExp(pattern).test(name) ? parsed(name) : notAName,
    ),
  );
const params = { accountId: accountName('The name of the account.') };
const reason = field(freeText('Why; the audit log keeps it.', 'description'));

const onlyAtRoot = flaw('not_allowed', 'is only for accounts of the business at the root');
const notOneLine = flaw('malformed', 'must be one line without blanks');

const connectOne = endpoint({
  id: 'processorAccounts.connect',
  method: 'POST',
  path: '/v1/processor-accounts',
  doc:
    'Connects an account at a gateway, or gives one that is connected another key. The gateway is asked whether it ' +
    'takes the key before anything is stored. Card payments go to the first account in their currency.',
  right: 'administer',
  body: object({
    processor: word('Which gateway it is.', gatewayNames),
    name: maybe(
      accountName('What payments remember it by; the name of the gateway when left out.'),
    ),
    currency: maybe(word('It never changes; USD when left out.', currencies)),
    key: field(secret(exactText('The key that the gateway gave out.', 'url'))),
    merchant: maybe(
      field(exactText('One of several behind the key, or the login that goes with it.', 'name')),
    ),
    address: maybe(
      field(
        plain(
          'Where the gateway is called, for a white label. Only for the business at the root.',
          { type: 'string', maxLength: 200 },
          parseGatewayAddress,
        ),
      ),
    ),
  }),
  answer: accountShape,
  status: 201,
  refuses: ['wrong_state'],
  async handle(world, { business, body, actor }) {
    const { processor, merchant, address } = body;
    // The service would call whatever a business below names.
    if (address !== undefined && business.ancestors.length > 0) throw wrong('address', onlyAtRoot);
    if (!/^[\x21-\x7e]{1,500}$/.test(body.key)) throw wrong('key', notOneLine);
    const name = body.name ?? processor;
    const known = await readAccount(world.db, { businessId: business.id, name });
    const currency = body.currency ?? known?.currency ?? usualCurrency;
    const key = new Secret(body.key);
    const connection = { processor, name, currency, key, merchant, address };
    await connectAccount(world, business, connection, actor);
    const headers = { Location: `/v1/processor-accounts/${name}` };
    return { body: await accountView(world.db, business.id, name), headers };
  },
});

function wrong(at: string, fault: Parameters<typeof fieldFault>[1]): Refusal {
  return new Refusal('wrong_fields', { details: [fieldFault(at, fault)] });
}

const checkShape = object(
  {
    isGood: orNull(bool('Whether all is well; null if the gateway gave no answer.')),
    message: text('What was found, in a sentence.'),
    account: accountShape,
  },
  { name: 'ProcessorAccountCheck' },
);

const checkOne = endpoint({
  id: 'processorAccounts.check',
  method: 'POST',
  path: '/v1/processor-accounts/{accountId}/check',
  doc:
    'Asks the gateway whether it takes the key and whether the account is in test mode. What is wrong stops the ' +
    'account; one that was stopped is active again when all is well.',
  right: 'administer',
  params,
  answer: checkShape,
  refuses: ['not_found'],
  async handle(world, call) {
    const { business, actor } = call;
    const account = await accountNamed(world, business, call.params.accountId);
    const { isGood, says } = await checkAccount(world, account, { actor, resumes: true });
    const after = await accountView(world.db, business.id, account.name);
    return { body: { isGood: isGood ?? null, message: says, account: after } };
  },
});

/** Compares the account with the one that the caller saw; under the lock of the business. */
function matchOf({ business, match }: Pick<V1Call, 'business' | 'match'>, name: string): Match {
  return async (tx) => {
    await lockBusiness(tx, business.id);
    match(await accountView(tx, business.id, name));
  };
}

const chooseOne = endpoint({
  id: 'processorAccounts.choose',
  method: 'POST',
  path: '/v1/processor-accounts/{accountId}/choose',
  doc: 'Sends the card payments in its currency to an account from now on, or makes it their fallback.',
  right: 'administer',
  params,
  body: object({
    use: maybe(
      word(
        'Payments, when left out. Fallback: those that certainly did not happen at the other account.',
        ['payments', 'fallback'],
      ),
    ),
  }),
  answer: accountShape,
  refuses: ['not_found', 'wrong_state', 'changed_meanwhile'],
  isVersioned: true,
  async handle(world, call) {
    const { business, body, actor } = call;
    const { name } = await accountNamed(world, business, call.params.accountId);
    const match = matchOf(call, name);
    await chooseAccount(world, business.id, { name, use: body.use ?? 'payments' }, actor, match);
    return { body: await accountView(world.db, business.id, name) };
  },
});

const stopOne = endpoint({
  id: 'processorAccounts.stop',
  method: 'POST',
  path: '/v1/processor-accounts/{accountId}/stop',
  doc:
    'Sends nothing more that moves money to an account; what was sent before is still asked about. A check starts it ' +
    'again.',
  right: 'administer',
  params,
  body: object({ reason }),
  answer: accountShape,
  refuses: ['not_found', 'changed_meanwhile'],
  whileSuspended: true,
  isVersioned: true,
  async handle(world, call) {
    const { business, body, actor } = call;
    const account = await accountNamed(world, business, call.params.accountId);
    const match = matchOf(call, account.name);
    await stop(world, account, { actor, because: body.reason.slice(0, 300), match });
    return { body: await accountView(world.db, business.id, account.name) };
  },
});

export const processorAccountEndpoints = [
  connectOne,
  listEndpoint(
    {
      id: 'processorAccounts.list',
      path: '/v1/processor-accounts',
      doc: 'Lists the accounts of the business at gateways, the newest first, without their keys.',
    },
    listing,
  ),
  endpoint({
    id: 'processorAccounts.retrieve',
    method: 'GET',
    path: '/v1/processor-accounts/{accountId}',
    doc: 'Returns an account at a gateway without its key.',
    right: 'read',
    params,
    answer: accountShape,
    refuses: ['not_found'],
    isVersioned: true,
    handle: async (world, { business, params: { accountId } }) => ({
      body: await accountView(world.db, business.id, accountId),
    }),
  }),
  checkOne,
  chooseOne,
  stopOne,
];
