import assert from 'node:assert/strict';
import { callBy, textOf } from './bindings.ts';
import { goodValues } from './good-values.ts';

type Credentials = { readonly username: string; readonly apiKey: string };

/** Puts the customer who has the phone of all good calls on the list of leads, and says under which id. */
export async function newLead(
  baseUrl: string,
  { username, apiKey }: Credentials,
  phone = goodValues.PhoneNumber!,
): Promise<string> {
  const { body } = await callBy('HTTP POST', baseUrl, 'ContactInsert', {
    ewBusinessUser: username,
    ewBusinessToken: apiKey,
    AgentPhoneNumber: '',
    PhoneNumber: phone,
    FirstName: '',
    LastName: '',
  });
  const lead = textOf(body, 'LeadID');
  assert.match(lead ?? '', /^\d+$/, body);
  return lead!;
}
