import assert from 'node:assert/strict';
import { bindings, callBy } from '../asmx/bindings.ts';
import { client } from '../caller.ts';
import { type Canary, cardCanary, type Needle } from './canaries.ts';
import type { CapturedService } from './start-captured.ts';

/** A card behind a token is replaced in each binding: neither the old number nor any new one may be found. */
export async function replaceCards({
  port,
  username,
  apiKey,
}: CapturedService): Promise<{ readonly answers: string[]; readonly needles: Needle[] }> {
  const baseUrl = `http://127.0.0.1:${port}`;
  const kept = cardCanary('card that is replaced');
  const token = await makeToken(baseUrl, { username, apiKey }, kept);
  const canaries = [kept];
  const answers: string[] = [];
  for (const binding of bindings) {
    const card = cardCanary(`card in its place by ${binding}`);
    canaries.push(card);
    const sent = {
      Token: apiKey,
      Username: username,
      CardToken: token,
      FirstName: `Card ${card.digits}`,
      LastName: 'Lee',
      CardNumber: card.digits,
      ExpirationDate: '1238',
      Address1: card.digits,
      PostalCode: '10001',
    };
    const headers = { 'Idempotency-Key': `replaced by ${binding}` };
    const { body } = await callBy(binding, baseUrl, 'AcquirerATokenUpdate', sent, headers);
    assert.match(body, /"TokenStatus":true/);
    answers.push(body);
  }
  return { answers, needles: canaries.flatMap(({ marks }) => marks) };
}

async function makeToken(
  baseUrl: string,
  credentials: { username: string; apiKey: string },
  { digits }: Canary,
): Promise<string> {
  const { call, close } = client(baseUrl, credentials);
  const { body } = await call('CreateToken', {
    FirstName: 'Ann',
    LastName: 'Lee',
    Address1: '1 Main St',
    City: 'New York',
    StateCode: 'NY',
    PostalCode: '10001',
    CountryCode: 'US',
    Email: 'ann@example.com',
    MobilePhone: '2125550100',
    CCNumber: digits,
    ExpirationMonth: '12',
    ExpirationYear: '39',
    CVV: '937',
  });
  close();
  const { Data } = JSON.parse(body);
  assert.ok(Data?.TokenResult, body);
  return Data.TokenResult;
}
