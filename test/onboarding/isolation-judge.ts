import assert from 'node:assert/strict';
import type { Operation } from '../../src/api/operations/operation.ts';
import type { Fixture } from '../fixture.ts';
import { changesIn, rowsOf } from '../owned-rows.ts';
import { type Family, type Kind, makeFamily, nobodys, type Party } from './family.ts';
import { type Answer, callWith } from './isolation-calls.ts';
import { type Meaning, meaningOf } from './named-objects.ts';

/** A parent may put a business below one that stands below itself: that is what ParentId is for. */
const mayReach = new Set([
  'CreateNewBusiness ParentId childs site',
  'CreateNewBusiness ParentId childs childSite',
]);

/**
 * Calls the operation with objects of its caller, of others and of nobody, and says where others and nobody
 * were not the same, where an answer told of somebody else, and whose rows changed. `makerUrl` is where
 * the objects are made, `baseUrl` where it is tried to reach them.
 */
export async function reachesOf(
  fixture: Fixture,
  { makerUrl, baseUrl }: { readonly makerUrl: string; readonly baseUrl: string },
  operation: Operation,
): Promise<{ readonly probes: number; readonly finds: string[] }> {
  const probes = probesOf(operation);
  if (probes.length === 0) return { probes: 0, finds: [] };
  const family = await makeFamily(fixture, makerUrl);
  for (const party of [family.caller, ...Object.values(family.others)]) acquaint(fixture, party);
  const strangers = Object.values(family.others).flatMap(({ ids }) => ids);
  const before = await rowsOf(fixture.db, strangers);
  const finds: string[] = [];
  for (const probe of probes) {
    finds.push(...(await answersTo(baseUrl, operation, family, probe)));
  }
  if (isEmpty(operation)) await checkLookUp(fixture, family.caller);
  const after = await rowsOf(fixture.db, strangers);
  for (const change of changesIn(before, after)) finds.push(`${operation.name}: ${change}`);
  return { probes: probes.length, finds };
}

/** The bank knows everybody, so that whoever is asked for by mistake would be changed. */
function acquaint({ bank }: Fixture, { has: { customerWord: code, email } }: Party): void {
  const address = { address1: '', address2: '', city: 'Salem', stateCode: 'MA', postalCode: '' };
  const person = { firstName: 'Known', lastName: '', email, phone: '', countryCode: 'US' };
  bank.customer({ code, ...person, ...address });
}

function isEmpty(operation: Operation): boolean {
  return operation.interface === 'service' && operation.result === 'empty';
}

/** Where the answer is empty, what was done for the caller shows that others' could have been reached. */
async function checkLookUp({ db }: Fixture, { business, has }: Party): Promise<void> {
  const rows = await db.query(
    `select first_name from customers where business_id = $1 and external_id = $2`,
    [business.id, has.customerWord],
  );
  assert.deepEqual(rows, [{ first_name: 'Known' }]);
}

type Probe = {
  readonly parameter: string;
  readonly kind: Kind;
  readonly way: Meaning['way'];
  /** Whether this kind is what the parameter is for. */
  readonly isUsual: boolean;
};

function probesOf(operation: Operation): Probe[] {
  return Object.keys(operation.parameters).flatMap((parameter) => {
    const { way, kinds } = meaningOf(operation, parameter) ?? { way: 'nothing', kinds: [] };
    return kinds.map((kind, i) => ({ parameter, kind, way, isUsual: i === 0 }));
  });
}

let words = 0;

async function answersTo(
  baseUrl: string,
  operation: Operation,
  family: Family,
  { parameter, kind, way, isUsual }: Probe,
): Promise<string[]> {
  const { caller, others } = family;
  const ask = (value: string) => callWith(baseUrl, operation, caller, parameter, value);
  const label = `${operation.name} ${parameter}`;
  words += 1;
  const unknown = await ask(nobodys(kind, words));
  if (isUsual) {
    checkControl(label, operation, family, way, await ask(caller.has[kind]), unknown);
  }
  const finds: string[] = [];
  for (const [role, other] of Object.entries(others)) {
    const answer = await ask(other.has[kind]);
    const what = `${label} ${role}s ${kind}`;
    const isSame = JSON.stringify(answer.gist) === JSON.stringify(unknown.gist);
    if (mayReach.has(what)) assert.ok(!isSame, `${what} is not reached`);
    else if (!isSame && way !== 'claims') {
      finds.push(`${what}: ${JSON.stringify([answer.gist, unknown.gist])}`);
    }
    if (tells(answer.text, other, other.has[kind])) finds.push(`${what}: tells of it`);
  }
  return finds;
}

/** With an object of its own the caller gets on: else it would be shown of nothing that others' are refused. */
function checkControl(
  label: string,
  operation: Operation,
  { caller }: Family,
  way: Meaning['way'],
  own: Answer,
  unknown: Answer,
): void {
  if (isEmpty(operation)) return;
  const isDone = ({ text }: Answer) =>
    text.includes('"IsSuccess":true') || text.includes('<Error />');
  const { customer, invoice, childSite } = caller.has;
  const leadsTo = (answer: Answer) =>
    [
      isDone(answer),
      ...[customer, invoice, childSite].map((id) => answer.text.includes(id)),
      /"Status":"\w+"/.exec(answer.text)?.[0],
    ].join();
  if (way === 'names') assert.deepEqual([isDone(own), isDone(unknown)], [true, false], label);
  else assert.ok(isDone(unknown), `${label}: ${unknown.text}`);
  if (way === 'finds') assert.notEqual(leadsTo(own), leadsTo(unknown), label);
}

/** Whether an answer holds anything of somebody else, but for what was sent. */
function tells(text: string, { has, business }: Party, sent: string): boolean {
  const { site, childSite, subscription, ...words } = has;
  const { cardToken, bankToken, invoice, customerWord, order, childWord, apiKey, plan } = words;
  const marks = [cardToken, bankToken, invoice, customerWord, order, childWord, apiKey, plan];
  const shown = [site, childSite, subscription].flatMap((number) => [
    `"${number}"`,
    `:${number}`,
    `>${number}<`,
  ]);
  return [...marks, ...shown, `name of ${business.id}`]
    .filter((mark) => !mark.includes(sent))
    .some((mark) => text.includes(mark));
}
