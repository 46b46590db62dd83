import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freshDatabase } from '../test/database.ts';
import { documents } from './documents.ts';
import { root, run } from './run-tests.ts';
import { renderSchema } from './schema.ts';

const soapPage = 'docs/interface/soap.md';

/** `npm run generate`: writes every derived file that is not current. Tests fail while one is stale. */
async function generate(): Promise<boolean> {
  for (const [path, make] of Object.entries(documents)) replace(path, Buffer.from(make()));

  await withScope(async (scope) => {
    const { db } = await freshDatabase(scope);
    replace('schema.sql', Buffer.from(await renderSchema(db)));
  });

  const before = readFileSync(join(root, soapPage));
  process.env.UPDATE = '1';
  const examples = await run(process.execPath, [
    '--test',
    '--test-reporter=dot',
    'test/protocol/soap-page.test.ts',
  ]);
  const end = readFileSync(join(root, soapPage)).equals(before) ? 'current' : 'written';
  console.log(`${examples.isGood ? end : 'failed'}: ${soapPage}`);
  if (!examples.isGood) console.log(examples.output);
  return examples.isGood;
}

type Scope = { after(work: () => Promise<void>): void };

async function withScope(work: (scope: Scope) => Promise<void>): Promise<void> {
  const ends: (() => Promise<void>)[] = [];
  try {
    await work({ after: (end) => void ends.push(end) });
  } finally {
    for (const end of ends) await end();
  }
}

function replace(path: string, content: Buffer): void {
  const file = join(root, path);
  const isCurrent = existsSync(file) && readFileSync(file).equals(content);
  console.log(`${isCurrent ? 'current' : 'written'}: ${path}`);
  if (!isCurrent) writeFileSync(file, content);
}

if (import.meta.main) process.exitCode = (await generate()) ? 0 : 1;
