import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { individualIdOf } from '../../src/ach/entry.ts';
import type { AchBatch, AchEntry } from '../../src/ach/nacha/file.ts';
import { readAchFile } from '../../src/ach/nacha/read-file.ts';
import { type Answer, writeReturnFile } from '../../src/ach/nacha/write-return.ts';
import { bankDay } from '../../src/kernel/ach-windows.ts';
import type { AchShop, EntryRow } from './returns-fixture.ts';

/** What a bank sees of a business, and what it says to it by its own will. */
export type Bank = {
  /** The account numbers and whole entries of all files that were sent, in order. */
  sent(): Promise<{ batch: AchBatch; entry: AchEntry }[]>;
  /** A file that answers the first entry of each of these payments, as it was filed last. */
  answer(
    says: readonly (readonly [payment: bigint, says: Answer['says'] | string])[],
  ): Promise<string>;
  /** The same for one entry, whatever it is of. */
  answerEntry(id: bigint, code: string): Promise<string>;
  /** Lays a file into the inbox. */
  post(name: string, text: string): Promise<void>;
  names(tray: 'outbox' | 'inbox' | 'read'): Promise<string[]>;
};

export function bankOf(shop: AchShop): Bank {
  const { businessId, fixture, world } = shop;
  return bankAt(shop, join(fixture.config.achFolder, 'sandbox', String(businessId)), () =>
    bankDay(world.now()),
  );
}

export function bankAt(
  shop: Pick<AchShop, 'businessId'> & {
    entries(paymentId?: bigint): Promise<readonly Pick<EntryRow, 'id' | 'trace_number'>[]>;
  },
  folder: string,
  today: () => Temporal.PlainDate,
): Bank {
  const names = async (tray: string) =>
    (await readdir(join(folder, tray)).catch(() => [] as string[])).sort();
  const sent = async () => {
    const files = await names('outbox');
    const texts = await Promise.all(
      files.map((name) => readFile(join(folder, 'outbox', name), 'latin1')),
    );
    return texts.flatMap((text) =>
      readAchFile(text).file!.batches.flatMap((batch) =>
        batch.entries.map((entry) => ({ batch, entry })),
      ),
    );
  };

  const answerTo = async (entries: readonly (readonly [entry: bigint, says: Answer['says']])[]) => {
    const all = await sent();
    const answers = entries.map(([id, says]): Answer => {
      const individualId = individualIdOf({ businessId: shop.businessId, id });
      return { ...all.find(({ entry }) => entry.individualId === individualId)!, says };
    });
    return writeReturnFile(frame(today()), answers);
  };

  return {
    sent,
    names,
    answerEntry: async (id, code) => await answerTo([[id, { kind: 'return', code }]]),
    async post(name, text) {
      await mkdir(join(folder, 'inbox'), { recursive: true });
      await writeFile(join(folder, 'inbox', name), text, 'latin1');
    },
    async answer(returns) {
      const answers: [bigint, Answer['says']][] = [];
      for (const [payment, wanted] of returns) {
        const filed = (await shop.entries(payment)).filter(({ trace_number }) => trace_number);
        const says =
          typeof wanted === 'string' ? ({ kind: 'return', code: wanted } as const) : wanted;
        answers.push([filed.at(-1)!.id, says]);
      }
      return await answerTo(answers);
    },
  };
}

function frame(on: Temporal.PlainDate) {
  return {
    immediateDestination: '123456780',
    immediateOrigin: '123456780',
    destinationName: 'QUITTANCE SANDBOX',
    originName: 'SANDBOX BANK',
    createdAt: { date: on },
    modifier: 'A',
    referenceCode: '',
    effectiveOn: on,
  };
}
