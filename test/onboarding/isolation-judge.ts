import assert from 'node:assert/strict';
import type { Sql } from '../../src/base/sql.ts';
import { notAvailableYet, type Operation } from '../../src/operations/operation.ts';
import { callBy, resultText } from '../asmx/bindings.ts';
import { goodValues, goodValuesOf } from '../asmx/good-values.ts';
import { bankFields, cardFields, client, type Fields } from '../caller.ts';
import type { House } from '../world.ts';
import { type Family, type Kind, makeFamily, nobodys, type Party } from './family.ts';
import { businessFields, merchantFields } from './fields.ts';
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
  house: House,
  { makerUrl, baseUrl }: { readonly makerUrl: string; readonly baseUrl: string },
  operation: Operation,
): Promise<{ readonly calls: number; readonly finds: string[] }> {
  const questions = Object.keys(operation.parameters).flatMap((parameter) => {
    const meaning = meaningOf(operation, parameter);
    return (meaning?.kinds ?? []).map((kind, i) => ({
      parameter,
      kind,
      ...meaning!,
      isUsual: i === 0,
    }));
  });
  if (questions.length === 0) return { calls: 0, finds: [] };
  const family = await makeFamily(house, makerUrl);
  const others = Object.entries(family.others);
  const before = await rowsOf(
    house.db,
    others.flatMap(([, { ids }]) => ids),
  );
  const finds: string[] = [];
  let calls = 0;
  for (const question of questions) {
    const { parameter, kind, isUsual, way } = question;
    const ask = async (value: string) => {
      calls += 1;
      return await callWith(baseUrl, operation, family.caller, parameter, value);
    };
    const label = `${operation.name} ${parameter}`;
    const unknown = await ask(nobodys(kind, asked));
    if (isUsual)
      checkControl(label, operation, family, way, await ask(family.caller.has[kind]), unknown);
    for (const [role, other] of others) {
      const answer = await ask(other.has[kind]);
      const what = `${label} ${role}s ${kind}`;
      const isSame = JSON.stringify(answer.gist) === JSON.stringify(unknown.gist);
      if (mayReach.has(what)) assert.ok(!isSame, `${what} is reached`);
      else if (!isSame && way !== 'claims') {
        finds.push(`${what}: ${JSON.stringify([answer.gist, unknown.gist])}`);
      }
      if (tells(answer.text, other, other.has[kind])) finds.push(`${what}: tells of it`);
    }
  }
  const after = await rowsOf(
    house.db,
    others.flatMap(([, { ids }]) => ids),
  );
  for (const row of before.difference(after)) finds.push(`${operation.name}: changed ${row}`);
  for (const row of after.difference(before)) finds.push(`${operation.name}: made ${row}`);
  return { calls, finds };
}

/** With an object of its own the caller gets on: else it would be shown of nothing that others' are refused. */
function checkControl(
  label: string,
  { handle }: Operation,
  { caller }: Family,
  way: Meaning['way'],
  own: Answer,
  unknown: Answer,
): void {
  if (handle === notAvailableYet) {
    for (const { text } of [own, unknown]) assert.match(text, /not available yet/, label);
    return;
  }
  const isDone = ({ text }: Answer) => text.includes('"IsSuccess":true');
  const { customer, invoice, childSite } = caller.has;
  const leadsTo = (answer: Answer) =>
    [
      isDone(answer),
      ...[customer, invoice, childSite].map((id) => answer.text.includes(id)),
    ].join();
  if (way === 'names') assert.deepEqual([isDone(own), isDone(unknown)], [true, false], label);
  else assert.ok(isDone(unknown), `${label}: ${unknown.text}`);
  if (way === 'finds') assert.notEqual(leadsTo(own), leadsTo(unknown), label);
}

type Answer = { readonly gist: unknown; readonly text: string };
let asked = 0;

async function callWith(
  baseUrl: string,
  operation: Operation,
  caller: Party,
  parameter: string,
  value: string,
): Promise<Answer> {
  asked += 1;
  const { name } = operation;
  const fresh = `fresh ${asked}`;
  if (operation.interface === 'default') {
    const { call, close } = client(baseUrl, caller);
    const { status, body } = await call(name, {
      ...jsonFields(name, parameter, fresh),
      [parameter]: value,
    });
    close();
    return { gist: [status, gistOf(body, value)], text: body };
  }
  const sent: Record<string, string> = {};
  for (const word of operation.credentials?.order ?? []) {
    sent[word] = word === operation.credentials!.apiKey ? caller.apiKey : caller.username;
  }
  for (const field of Object.keys(operation.parameters)) {
    const [kind] = meaningOf(operation, field)?.kinds ?? [];
    const good = goodValuesOf[name]?.[field] ?? goodValues[field] ?? '';
    sent[field] = ownOf(operation, field, caller, fresh, kind) ?? good;
  }
  const { status, body } = await callBy('SOAP 1.1', baseUrl, name, { ...sent, [parameter]: value });
  const text = resultText('SOAP 1.1', name, body);
  return { gist: [status, gistOf(text ?? body, value)], text: text ?? body };
}

/** What the other parameters name is the caller's own, and what may be sent once is sent once. */
function ownOf(
  operation: Operation,
  field: string,
  caller: Party,
  fresh: string,
  kind: Kind | undefined,
): string | undefined {
  const way = meaningOf(operation, field)?.way;
  if (way === 'names') return caller.has[kind!];
  if (way === 'finds') return fresh;
  return way === 'claims' ? '' : undefined;
}

function jsonFields(name: string, parameter: string, fresh: string): Fields {
  const { CCNumber: _, ExpirationMonth: __, ExpirationYear: ___, CVV: ____, ...payer } = cardFields;
  const pays = { Amount: '99.00', OrderNumber: fresh };
  const webhook = {
    PaymentsWebhookURL: 'https://hooks.example.com/',
    PaymentWebhookPassword: 'a password',
  };
  const bases: Readonly<Record<string, Fields>> = {
    CreatePayment: { ...cardFields, ...pays },
    'CreatePayment CardToken': { ...payer, ...pays },
    'CreatePayment ACHToken': { ...payer, ...pays, PaymentType: bankFields.PaymentType },
    CreateToken: cardFields,
    CreateNewBusiness: businessFields,
    CreateNewMerchantAccount: merchantFields,
    'CreateNewBusiness PaymentWebhookUsername': { ...businessFields, ...webhook },
    'CreateNewMerchantAccount PaymentWebhookUsername': { ...merchantFields, ...webhook },
  };
  const base = bases[`${name} ${parameter}`] ?? bases[name];
  assert.ok(base, `no good values for ${name}`);
  return base;
}

/** Of an answer what does not differ from call to call: words and kinds of values. */
function gistOf(text: string, sent: string): unknown {
  // A short number stands in many words, and is shown nowhere.
  const named = sent.length > 3 ? text.replaceAll(sent, '...') : text;
  const plain = named.replaceAll(/fresh \d+/g, '...');
  if (!plain.startsWith('{')) return plain;
  const { Data, OrderNumber: _, ...envelope } = JSON.parse(plain);
  const kinds = Object.entries(Data ?? {}).map(([key, value]) => [
    key,
    typeof value === 'boolean' || value === null ? value : typeof value,
  ]);
  return { ...envelope, Data: kinds };
}

/** Whether an answer holds anything of somebody else, but for what was sent. */
function tells(text: string, { has, business }: Party, sent: string): boolean {
  const { cardToken, bankToken, invoice, customerWord, order, childWord, apiKey, site, childSite } =
    has;
  const marks = [cardToken, bankToken, invoice, customerWord, order, childWord, apiKey];
  const shown = [site, childSite].flatMap((number) => [`"${number}"`, `:${number}`, `>${number}<`]);
  return [...marks, ...shown, `name of ${business.id}`]
    .filter((mark) => !mark.includes(sent))
    .some((mark) => text.includes(mark));
}

/** Every row that belongs to these businesses, in whatever table. */
async function rowsOf(sql: Sql, ids: readonly bigint[]): Promise<Set<string>> {
  const tables = await sql.query<{ name: string }>(
    `select table_name::text as name from information_schema.columns
     where table_schema = 'public' and column_name = 'business_id'`,
  );
  assert.ok(tables.length > 20);
  const each = tables.map(
    ({ name }) => `select '${name}: ' || t::text as row from ${name} t where business_id = any($1)`,
  );
  const rows = await sql.query<{ row: string }>(each.join(' union all '), [ids]);
  return new Set(rows.map(({ row }) => row));
}
