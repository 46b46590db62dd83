import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AchBatch, AchEntry } from '../../src/ach/nacha/file.ts';
import { readAchFile } from '../../src/ach/nacha/read-file.ts';
import { type Answer, writeReturnFile } from '../../src/ach/nacha/write-return.ts';
import { individualIdOf } from '../../src/clearing/individual-id.ts';
import { bankDay } from '../../src/clearing/open-window.ts';
import type { AchShop } from './returns-street.ts';

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
  const { businessId, house, world } = shop;
  return bankAt(shop, join(house.config.achFolder, 'sandbox', String(businessId)), () =>
    bankDay(world.now()),
  );
}

export function bankAt(
  shop: Pick<AchShop, 'entries' | 'businessId'>,
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

  const answerTo = async (wishes: readonly (readonly [entry: bigint, says: Answer['says']])[]) => {
    const all = await sent();
    const answers = wishes.map(([id, says]): Answer => {
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
    async answer(wishes) {
      const answers: [bigint, Answer['says']][] = [];
      for (const [payment, wish] of wishes) {
        const filed = (await shop.entries(payment)).filter(({ trace_number }) => trace_number);
        const says = typeof wish === 'string' ? ({ kind: 'return', code: wish } as const) : wish;
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
