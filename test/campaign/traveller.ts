import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Deaths } from './deaths.ts';
import { type ClientOptions, insist } from './insist.ts';
import { type Credentials, type Installation, launchCommand } from './installation.ts';
import { letterOf } from './letters.ts';
import type { Order, Tells } from './ordered-death.ts';
import { count } from './told.ts';

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
  ExternalID: 'traveller',
};

/** A second business, that is paid out and whose clock is moved on: where files, returns and deposits happen. */
export async function openTraveller(
  installation: Installation,
  options: Omit<ClientOptions, 'isOver'>,
): Promise<Credentials> {
  const { credentials, random } = options;
  const letter = letterOf(
    'json',
    'CreateNewMerchantAccount',
    application,
    credentials,
    'traveller',
  );
  const isOver = () => true;
  const answer = await insist({ ...options, isOver }, random, letter, ({ status }) => status < 500);
  const { Data } = JSON.parse(answer!.body);
  const traveller = { username: Data.Username, apiKey: Data.APIKey };
  const words = ['business', 'payouts', traveller.username, 'on', '--reason', 'a campaign'];
  const { code } = await command(installation, words, undefined, () => {});
  if (code !== 0) throw new Error(`the traveller is not paid out: ${answer!.body}`);
  return traveller;
}

export type Journeys = {
  readonly days: number;
  /** How often an operator's command ended how. */
  readonly ends: ReadonlyMap<string, number>;
  /** What happened on the way, as the operator saw it. */
  readonly happened: Map<string, number>;
};

export type Travel = {
  readonly installation: Installation;
  readonly who: Credentials;
  readonly deaths: Deaths;
  readonly random: ClientOptions['random'];
  readonly isOver: () => boolean;
};

/** On and on, a day or two at a time; now and then the command dies at a point of its own, and is given again. */
export async function travel(travel: Travel): Promise<Journeys> {
  const { random, deaths, isOver } = travel;
  const ends = new Map<string, number>();
  const happened = new Map<string, number>();
  let hours = 0;
  while (!isOver()) {
    const order = random.chance(0.4) ? deaths.untouched() : undefined;
    const wanted = random.whole(3, 60);
    const end = await advance(travel, wanted, order, happened);
    count(ends, end);
    if (end === 'done') hours += wanted;
    await delay(random.whole(0, 1000));
  }
  return { days: Math.round(hours / 24), ends, happened };
}

/** So long that whatever is to come of a bank payment has come. Says what went wrong. */
export async function arrive(travel: Travel, days: number, journeys: Journeys): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const end = await advance(travel, days * 24, undefined, journeys.happened);
    if (end === 'done') return [];
    if (tries === 3) return [`the clock of the traveller could not be moved on: ${end}`];
  }
}

async function advance(
  { installation, who, deaths }: Travel,
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
  child.on('message', ({ seen }: Tells) => sees(seen));
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
