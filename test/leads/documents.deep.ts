import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { submitLead } from '../../src/leads/submit.ts';
import { run, stockClients } from '../clients/stock.ts';
import { openDesk, told } from './desk.ts';

const { fixture, world, baseUrl, form, list } = await openDesk({ after });
const shop = await fixture.addBusiness();
const page = await readFile(join(import.meta.dirname, '../../docs/interface/leads.md'), 'utf8');
const [loop] = /(?<=^```python\n).*?(?=^```$)/ms.exec(page)!;
const { interpreter, missing } = stockClients.python;

test('the loop that the page shows fetches everybody', { skip: missing }, async () => {
  const made = await form(shop);
  for (let i = 0; i < 3; i += 1) await submitLead(world, made, told, `page ${i}`);
  const printed = await run(interpreter, loop, {
    SERVICE_URL: `${baseUrl}/Service.asmx`,
    SERVICE_USERNAME: shop.username,
    SERVICE_API_KEY: shop.apiKey,
  });
  assert.equal(printed.match(/^\d+ Ada \['Rome', 'Autumn'\]$/gm)?.length, 3, printed);
  assert.deepEqual(await list(shop), []);
});
