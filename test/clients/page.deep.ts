import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openDoor } from '../caller.ts';
import { makeFixture } from '../fixture.ts';
import { atEnd } from '../scope.ts';
import { run, stockClients } from './stock.ts';

/** What the page about clients shows is what works. */
const fixture = await makeFixture({ after });
const { username, apiKey } = await fixture.addBusiness();
const { baseUrl, close } = await openDoor(await fixture.open());
atEnd({ after }, close);
const page = await readFile(join(import.meta.dirname, '../../docs/interface/clients.md'), 'utf8');
const examples = new Map(
  [...page.matchAll(/^```(\w+)\n(.*?)^```$/gms)].map(([, language, text]) => [language, text]),
);
const wsdl = `${baseUrl}/Service.asmx?WSDL`;

for (const [language, { name, interpreter, missing }] of Object.entries(stockClients)) {
  const printed = async (from: string) =>
    await run(interpreter, examples.get(language)!, {
      SERVICE_WSDL: from,
      SERVICE_URL: `${baseUrl}/Service.asmx`,
      SERVICE_USERNAME: username,
      SERVICE_API_KEY: apiKey,
    });

  test(`the example for ${name} does what it says`, { skip: missing }, async () => {
    assert.equal(await printed(wsdl), 'voip\n');
  });

  test(`the example for ${name} goes where it is told`, { skip: missing }, async (t) => {
    const folder = await mkdtemp(join(tmpdir(), 'quittance-clients-'));
    t.after(() => rm(folder, { recursive: true }));
    const saved = join(folder, 'service.wsdl');
    const text = await (await fetch(wsdl)).text();
    const elsewhere = text.replaceAll(baseUrl, 'http://127.0.0.1:1');
    assert.notEqual(elsewhere, text);
    await writeFile(saved, elsewhere);
    assert.equal(await printed(saved), 'voip\n');
  });
}
