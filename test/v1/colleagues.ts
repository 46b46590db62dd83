import assert from 'node:assert/strict';
import type { Caller } from '../fixture.ts';
import type { Headed, V1 } from './serve.ts';

export type As = Caller | Headed;

/** The phone of whoever writes first. */
export const ann = '6175550100';

/** Colleagues at the conversations of businesses. */
export function colleaguesAt(v1: V1) {
  async function ok(as: As, method: string, path: string, body?: unknown) {
    const told = await v1.call(method, path, { as, ...(body !== undefined && { body }) });
    assert.ok(told.status < 300, `${method} ${path}: ${told.text}`);
    return told.body;
  }

  async function refused(as: As, method: string, path: string, body?: unknown): Promise<string> {
    const told = await v1.call(method, path, { as, ...(body !== undefined && { body }) });
    assert.ok(told.status >= 400, told.text);
    const [first] = told.body.errors ?? [];
    return [told.body.code, first?.field, first?.code].filter(Boolean).join(' ');
  }

  /** A business to which somebody wrote: the id of the conversation. */
  async function openShop() {
    const shop = await v1.addBusiness();
    const from = { from: ann, body: 'Is my car ready?' };
    const { conversationId } = await ok(shop, 'POST', '/v1/sandbox/inbox/texts', from);
    const path = `/v1/conversations/${conversationId}`;
    const user = async (name: string): Promise<string> => {
      const email = `${name}-${shop.business.id}@example.com`;
      return (await ok(shop, 'POST', '/v1/users', { email, name, role: 'cashier' })).id;
    };
    return { shop, id: conversationId as string, path, user };
  }

  return { ok, refused, openShop };
}
