import assert from 'node:assert/strict';
import { ownNumberOf } from '../../src/notify/conversations/own-number.ts';
import { receiveText } from '../../src/notify/conversations/receive-text.ts';
import type { Caller } from '../fixture.ts';
import type { Scope } from '../scope.ts';
import { openScenario } from './fixture.ts';

export const phone = '2125550100';
const reminders = [{ daysAfterDue: -3 }, { daysAfterDue: 0 }, { daysAfterDue: 7 }];
const bill = { amount: 1250, customer: { phone }, dueOn: '2030-01-20', reminders, send: 'text' };

// biome-ignore lint/suspicious/noExplicitAny: the answer as a program without types reads it.
export type Told = { readonly status: number; readonly body: any };

export type ReminderShop = Awaited<ReturnType<typeof openShop>>;

/** A business that asks for invoices which are due on the 20th, and reminds of them; it is January 15, 2030. */
export async function openShop(t: Scope, business: Parameters<typeof openScenario>[1] = {}) {
  const scenario = await openScenario(t, business);
  const { baseUrl, caller, world, fixture } = scenario;
  const call = async (
    method: string,
    path: string,
    { body, key, as = caller }: { body?: object; key?: string; as?: Caller } = {},
  ): Promise<Told> => {
    const answer = await fetch(baseUrl + path, {
      method,
      headers: {
        Authorization: `Bearer ${as.apiKey}`,
        'Content-Type': 'application/json',
        Connection: 'close',
        ...(key && { 'Idempotency-Key': key }),
      },
      ...(method !== 'GET' && { body: JSON.stringify(body ?? {}) }),
    });
    return { status: answer.status, body: await answer.json() };
  };
  return {
    ...scenario,
    call,
    async ask(more: object = {}, key?: string) {
      const { status, body } = await call('POST', '/v1/pay-links', {
        body: { ...bill, ...more },
        ...(key && { key }),
      });
      assert.equal(status, 201, JSON.stringify(body));
      return body;
    },
    /** What became of each text, the oldest first. */
    async fates(): Promise<string[]> {
      const rows = await fixture.db.query<{ state: string; code: string | null }>(
        `select state, error_code as code from messages
         where business_id = $1 and kind in ('pay_link', 'notice') order by id`,
        [caller.business.id],
      );
      return rows.map(({ state, code }) => (code === null ? state : `${state} ${code}`));
    },
    async hears(body: string) {
      const to = (await ownNumberOf(world, caller.business.id))!;
      const text = { to, from: phone, body, mediaCount: 0 };
      await receiveText(world, { ...text, carrier: 'sandbox', carrierId: `in-${body}` });
    },
  };
}
