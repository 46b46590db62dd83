import type { ClearingFile } from '../../src/ach/files/file.ts';
import { listFiles } from '../../src/ach/files/file-store.ts';
import { readInboxes } from '../../src/ach/files/inbox.ts';
import { bankOf } from './returns-bank.ts';
import type { AchShop } from './returns-fixture.ts';

export const why = { actor: 'operator:ada', reason: 'the bank did not know the company' };

/** What is left when a payment came back and its refund never went. */
export const nothingGiven = { returns: 10_000n, sales: -10_000n };

export async function comesBack(shop: AchShop, id: bigint): Promise<void> {
  const bank = bankOf(shop);
  const debit = (await shop.entries(id)).find(({ kind }) => kind === 'debit')!;
  await bank.post('back.ach', await bank.answerEntry(debit.id, 'R10'));
  await readInboxes(shop.world, shop.businessId);
}

export async function lastFile({ fixture, businessId }: AchShop): Promise<ClearingFile> {
  const files = await listFiles(fixture.db, businessId, 10);
  return files.find(({ direction }) => direction === 'out')!;
}

export async function creditOf(shop: AchShop, id: bigint): Promise<string> {
  return (await shop.entries(id)).find(({ kind }) => kind === 'credit')!.state;
}
