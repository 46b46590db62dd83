import { readFile } from 'node:fs/promises';
import { text as whole } from 'node:stream/consumers';
import { currencies, parseCurrency, usualCurrency } from '../kernel/currency.ts';
import { parseGatewayAddress } from '../kernel/gateway-address.ts';
import { type GatewayName, gatewayNames } from '../kernel/gateway-names.ts';
import { flaw, type Parsed, parsed } from '../kernel/parsed.ts';
import { Secret } from '../kernel/secret.ts';
import type { Business } from '../parties/businesses/business.ts';
import { type Account, accountsOf, readAccount } from '../payments/accounts/account.ts';
import { checkAccount, stop } from '../payments/accounts/check-account.ts';
import { chooseAccount, connectAccount } from '../payments/accounts/connect-account.ts';
import { refuseLiveAccount } from '../payments/accounts/try-account.ts';
import type { GatewayAccount } from '../ports/processors/gateway-kind.ts';
import type { World } from '../world.ts';
import { accountsIn } from './business.ts';
import { ExpectedError, FileError, type Input, UsageError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { notReadable } from './file-reasons.ts';
import { accountAtDouble } from './gateway-doubles.ts';
import type { Columns } from './layout.ts';
import { catalogue } from './list.ts';
import { ofBusiness } from './names.ts';
import { tryContract } from './processor-trial.ts';
import { oneOf, reason, verbatim } from './values.ts';
import { flag, option, positional, required } from './words.ts';

const columns: Columns<Account> = {
  account: 'name',
  processor: 'processor',
  environment: 'environment',
  currency: 'currency',
  state: 'state',
  address: 'address',
  merchant: 'merchant',
  connected: 'createdAt',
  checked: 'checkedAt',
  'stopped because': 'stoppedBecause',
};

const notAName = flaw(
  'malformed',
  'must be 1 to 30 small letters, digits and hyphens, and begin with a letter',
);
const accountName = (text: string): Parsed<string> =>
  /^[a-z][a-z0-9-]{0,29}$/.test(text) ? parsed(text) : notAName;

const account = positional('NAME', accountName);

function useOf({ name, currency }: Account, { cardAccounts, fallbackAccounts }: Business) {
  if (cardAccounts[currency] === name) return 'payments';
  return fallbackAccounts[currency] === name ? 'fallback' : undefined;
}

function cardPaymentsOf({ cardAccounts }: Business): string {
  return `Card payments go to: ${accountsIn(cardAccounts) ?? 'none of them'}.`;
}

function fallbackOf({ fallbackAccounts }: Business): string {
  const accounts = accountsIn(fallbackAccounts);
  return accounts === undefined ? '' : ` Those that fail there go to: ${accounts}.`;
}

export const processorCommands = {
  'processor list': catalogue({
    doc: 'Lists the accounts that a business has at gateways',
    of: 'accounts',
    filters: { business: ofBusiness },
    rows: async ({ db }, { business }) => await accountsOf(db, business.id),
    columns,
    json: (rows, { business }) => rows.map((one) => ({ ...one, use: useOf(one, business) })),
    note: (rows, { business }) =>
      rows.length === 0 ? '' : [cardPaymentsOf(business), fallbackOf(business)].join(''),
  }),
  'processor connect': dataCommand({
    doc:
      'Gives a business an account at a gateway, or an account that it has another key. The gateway is asked whether it ' +
      'takes the key and whether the account is in test mode, before anything is stored. FILE holds the key; - is ' +
      'standard input. MERCHANT is one of several merchant accounts behind the key, or the API login id that goes with it. ' +
      'What is charged there is in the currency of the account, USD unless it is given, and that never changes. Card ' +
      'payments go to the first account that is connected in their currency: see processor choose. --double is an ' +
      'account at the double of the gateway that the service runs on this machine (GATEWAY_DOUBLES_PORT), for a sandbox ' +
      'business.',
    words: {
      business: ofBusiness,
      processor: required(gatewayNames.join('|'), oneOf(gatewayNames)),
      name: option('NAME', accountName),
      currency: option(currencies.join('|'), parseCurrency),
      keyFile: option('FILE', verbatim(4096)),
      merchant: option('MERCHANT', verbatim(100)),
      address: option('URL', parseGatewayAddress),
      double: flag,
    },
    check({ keyFile, merchant, address, double }) {
      if (!double && keyFile === undefined) throw new UsageError('--key-file is missing');
      if (double && [keyFile, merchant, address].some((one) => one !== undefined))
        throw new UsageError('--double has a key, a merchant and an address of its own');
    },
    async work(
      world,
      { business, processor, name = processor, currency: given, double, ...own },
      actor,
      { input },
    ) {
      const known = await readAccount(world.db, { businessId: business.id, name });
      const currency = given ?? known?.currency ?? usualCurrency;
      const { keyFile = '', merchant, address } = own;
      const account = double
        ? doubleFor(world, business, processor)
        : { merchant, address, key: await readKey(keyFile, input) };
      const connection = { processor, name, currency, ...account };
      const data = await connectAccount(world, business, connection, actor);
      return { data, text: `Business ${business.id} has the account ${name} at ${processor}.` };
    },
  }),
  'processor check': dataCommand({
    doc:
      'Asks the gateway whether it takes the key of an account, and whether the account is in test mode. What is wrong ' +
      'stops the account; one that was stopped is active again when all is well. --contract then tries at the gateway what ' +
      'the service assumes of it, with charges of some dollars to a test card, and prints what it observed: only at an ' +
      'account of a sandbox, and only while the gateway itself says that it is in test mode. FILE gets what was said, without secrets.',
    words: {
      account,
      business: ofBusiness,
      contract: flag,
      transcript: option('FILE', verbatim(4096)),
    },
    check({ contract, transcript }) {
      if (transcript !== undefined && !contract)
        throw new UsageError('--transcript is of --contract');
    },
    async work(world, { account: name, business, contract, transcript }, actor, { remark }) {
      const found = await accountNamed(world, business.id, name);
      if (contract) refuseLiveAccount(found);
      const { isGood, says } = await checkAccount(world, found, { actor, resumes: true });
      if (contract && isGood === true) return await tryContract(world, found, transcript, remark);
      const after = await accountNamed(world, business.id, name);
      return { data: { ...after, isGood, says }, text: says, code: isGood === true ? 0 : 1 };
    },
  }),
  'processor choose': dataCommand({
    doc:
      'Sends the card payments of a business to one of its accounts from now on, those in the currency of the account. ' +
      'As the fallback, an account gets those that the other one certainly did not carry out: it was not reached, or ' +
      'turned the request away.',
    words: {
      account,
      business: ofBusiness,
      use: option('payments|fallback', oneOf(['payments', 'fallback'] as const)),
    },
    async work(world, { account: name, business, use = 'payments' }, actor) {
      const { currency } = await chooseAccount(world, business.id, { name, use }, actor);
      const data = { business: business.id, use, currency, account: name };
      const what = use === 'payments' ? 'Card payments' : 'Card payments that fail elsewhere';
      return { data, text: `${what} in ${currency} of business ${business.id} go to ${name}.` };
    },
  }),
  'processor stop': dataCommand({
    doc:
      'Sends nothing more that moves money to an account; what was sent before is still asked about. processor check ' +
      'starts it again.',
    words: { account, business: ofBusiness, reason: required('TEXT', reason) },
    async work(world, { account: name, business, reason: because }, actor) {
      const found = await accountNamed(world, business.id, name);
      await stop(world, found, { actor, because });
      const data = await accountNamed(world, business.id, name);
      const whose = `The account ${name} of business ${business.id}`;
      if (data.state === 'stopped') return { data, text: `${whose} is stopped.` };
      return { data, text: `${whose} is active: it was given another key meanwhile.`, code: 1 };
    },
  }),
} as const;

function doubleFor(
  { config }: World,
  { environment }: Business,
  processor: GatewayName,
): GatewayAccount {
  if (environment === 'live') throw new ExpectedError('a double is for sandbox businesses');
  const port = config.gatewayDoublesPort;
  if (port > 0) return accountAtDouble(processor, port);
  throw new ExpectedError(
    'GATEWAY_DOUBLES_PORT is not set here: give this command the setting of the service. Where the service has none either, set it there too and start it again',
  );
}

async function accountNamed({ db }: World, businessId: bigint, name: string): Promise<Account> {
  const found = await readAccount(db, { businessId, name });
  if (!found)
    throw new ExpectedError(`business ${businessId} has no account ${name}: see processor list`);
  return found;
}

/** The key is no word of the command: words are seen by everybody on the machine. */
async function readKey(file: string, input: Input): Promise<Secret> {
  const content = await (file === '-' ? whole(input()) : readFile(file, 'utf8')).catch(
    (fault: NodeJS.ErrnoException) => {
      throw notReadable(file, fault);
    },
  );
  const key = content.trim();
  if (!/^[\x21-\x7e]{1,500}$/.test(key)) throw new FileError(`${file} holds no key on one line`);
  return new Secret(key);
}
