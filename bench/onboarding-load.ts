import { businessFields, merchantFields } from '../test/onboarding/fields.ts';
import type { FirstStart } from './service.ts';

const run = Date.now().toString(36);
let counter = 0;

export const creations = {
  CreateNewBusiness: businessFields,
  CreateNewMerchantAccount: merchantFields,
} as const;
export type Creation = keyof typeof creations;

/** A creation as callers send it: an identifier and a tax number that were never seen, and a webhook. */
export function creationRequest({ username, apiKey }: FirstStart, name: Creation): () => string {
  const basic = Buffer.from(`${username}:${apiKey}`).toString('base64');
  const head =
    `POST /api/Default/${name} HTTP/1.1\r\nHost: 127.0.0.1\r\n` +
    `Authorization: Basic ${basic}\r\nContent-Type: application/json\r\nContent-Length: `;
  return () => {
    counter += 1;
    const body = JSON.stringify({
      ...creations[name],
      ExternalID: `${run}-${counter}`,
      EIN: String(100_000_000 + ((counter * 7919) % 800_000_000)),
      PaymentsWebhookURL: 'https://hooks.example.com/payments',
      PaymentWebhookUsername: 'quittance',
      PaymentWebhookPassword: 'a password of theirs',
    });
    return `${head}${body.length}\r\n\r\n${body}`;
  };
}

export function checkCreation(status: number, body: string): void {
  if (status !== 200 || !body.startsWith('{"IsSuccess":true')) {
    throw new Error(`a creation was answered ${status}: ${body}`);
  }
}
