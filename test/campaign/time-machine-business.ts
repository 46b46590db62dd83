import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { count } from './client-log.ts';
import type { Deaths } from './deaths.ts';
import { type ClientOptions, insist } from './insist.ts';
import { type Credentials, type Installation, launchCommand } from './installation.ts';
import type { Order, SeenMessage } from './ordered-death.ts';
import { requestOf } from './requests.ts';

const application = {
  FirstName: 'Ann',
  LastName: 'Lee',
  DateOfBirth: '02-28-1980',
  SSN: '123456789',
  Email: 'ann@example.com',
  Phone: '2125550124',
  Address1: '1 Main Street',
  Address2: ' ',
  City: 'New York',
  State: 'NY',
  PostalCode: '10001',
  BusinessLegalName: 'Lee Flowers LLC',
  DBA: 'Lee Flowers',
  EIN: '98-7654321',
  URL: 'flowers.example.com',
  BusinessTypeId: '',
  BusinessAddress: '1 Main Street',
  BusinessCity: 'New York',
  BusinessState: 'NY',
  BusinessPostalCode: '10001',
  AccountName: 'Lee Flowers LLC',
  AccountNumber: '12345678',
  BankName: 'First Bank',
  RoutingNumber: '021000021',
  ExternalID: 'business',
};

/** A second business whose clock is advanced, and that has payouts: files, returns and payouts happen here. */
export async function openTimeMachineBusiness(
  installation: Installation,
  options: Omit<ClientOptions, 'isOver'>,
): Promise<Credentials> {
  const { credentials, random } = options;
  const request = requestOf(
    'json',
    'CreateNewMerchantAccount',
    application,
    credentials,
    'business',
  );
  const isOver = () => true;
  const answer = await insist(
    { ...options, isOver },
    random,
    request,
    ({ status }) => status < 500,
  );
  const { Data } = JSON.parse(answer!.body);
  const business = { username: Data.Username, apiKey: Data.APIKey };
  const words = ['business', 'payouts', business.username, 'on', '--reason', 'a campaign'];
  const { code } = await command(installation, words, undefined, () => {});
  if (code !== 0) throw new Error(`the time machine business has no payouts: ${answer!.body}`);
  return business;
}

export type Advances = {
  readonly days: number;
  /** Number of commands that ended so. */
  readonly ends: ReadonlyMap<string, number>;
  /** Number of events of each kind that the commands printed. */
  readonly happened: Map<string, number>;
};

type Advancing = {
  readonly installation: Installation;
  readonly who: Credentials;
  readonly deaths: Deaths;
  readonly random: ClientOptions['random'];
  readonly isOver: () => boolean;
};

/** Advances the clock by up to 60 hours at a time; some of the commands are killed at a named point. */
export async function keepAdvancing(advancing: Advancing): Promise<Advances> {
  const { random, deaths, isOver } = advancing;
  const ends = new Map<string, number>();
  const happened = new Map<string, number>();
  let hours = 0;
  while (!isOver()) {
    const order = random.chance(0.4) ? deaths.untouched() : undefined;
    const wanted = random.whole(3, 60);
    const end = await advance(advancing, wanted, order, happened);
    count(ends, end);
    if (end === 'done') hours += wanted;
    await delay(random.whole(0, 1000));
  }
  return { days: Math.round(hours / 24), ends, happened };
}

/** Advances by so many days that every return has arrived. Returns findings. */
export async function advanceToEnd(
  advancing: Advancing,
  days: number,
  { happened }: Advances,
): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const end = await advance(advancing, days * 24, undefined, happened);
    if (end === 'done') return [];
    if (tries === 3)
      return [`the clock of the time machine business could not be advanced: ${end}`];
  }
}

async function advance(
  { installation, who, deaths }: Advancing,
  hours: number,
  order: Order | undefined,
  happened: Map<string, number>,
): Promise<string> {
  const words = [
    'clock',
    'advance',
    '--business',
    who.username,
    '--hours',
    String(hours),
    '--json',
  ];
  const { code, pid, output } = await command(installation, words, order, deaths.sees);
  if (deaths.wasOrdered(pid)) return 'died';
  if (code !== 0) return `ended with ${code}`;
  for (const { kind } of JSON.parse(output).happened) count(happened, kind);
  return 'done';
}

async function command(
  installation: Installation,
  words: readonly string[],
  order: Order | undefined,
  sees: (point: string) => void,
): Promise<{ code: number | null; pid: number; output: string }> {
  const child = launchCommand(installation, words, order);
  child.on('message', ({ seen }: SeenMessage) => sees(seen));
  let output = '';
  child.stdout!.setEncoding('utf8').on('data', (piece: string) => {
    output += piece;
  });
  const abandon = () => child.kill('SIGKILL');
  process.once('exit', abandon);
  const [code] = await once(child, 'close');
  process.off('exit', abandon);
  return { code, pid: child.pid!, output };
}
