import assert from 'node:assert/strict';
import type { V1 } from './serve.ts';

export const shop = 'https://shop.example.com';
export const typed = {
  number: '4242 4242 4242 4242',
  expiry: '12/39',
  name: 'Ada Park',
  'postal-code': '02101',
};
export const account = {
  name: 'Ada Park',
  'routing-number': '021000021',
  'account-number': '000126789',
  'account-number-again': '000126789',
  'account-kind': 'savings',
};

/** A session, as its maker is told it. */
export const make = async (v1: V1, more: object = {}, as = v1.caller) => {
  const body = { kind: 'card', origins: [shop], ...more };
  const told = await v1.call('POST', '/v1/field-sessions', { body, as });
  assert.equal(told.status, 201, told.text);
  return told.body;
};

/** As the frame posts it. */
export async function post({ baseUrl }: V1, secret: string, fields: Record<string, string>) {
  const headers = { Connection: 'close', 'Sec-Fetch-Site': 'same-origin' };
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${baseUrl}/fields/${secret}`, { method: 'POST', headers, body });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) };
}
