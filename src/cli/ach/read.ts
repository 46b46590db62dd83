import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { atClockOf } from '../../businesses/clock.ts';
import { allBusinesses } from '../../clearing/file.ts';
import { type FileEnd, readInboxFile } from '../../clearing/inbox-file.ts';
import type { World } from '../../world.ts';
import { businessNamed } from '../business/named.ts';
import { FileFault, OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { id, option, place, verbatim } from '../words.ts';

const says: Readonly<Record<FileEnd, string>> = {
  read: 'It was read; what fits nothing that was sent is among the open questions.',
  rejected: 'It cannot be read, and nothing was booked; why is among the open questions.',
  again: 'The same file was read before; nothing was booked.',
  not_yet: 'A part of it cannot be booked yet; read it again later.',
};

export const achRead = houseCommand({
  doc: 'Reads a file of returns or corrections by hand: one for all live businesses, or for one of the sandbox.',
  words: { file: place('FILE', verbatim(4096)), business: option('ID', id) },
  async work(world, { file, business }) {
    const text = await readFile(file, 'latin1').catch((fault: NodeJS.ErrnoException) => {
      throw new FileFault(`cannot read ${file}: ${fault.code}`);
    });
    const ended = await read(world, business, basename(file), text);
    const code = ended === 'read' || ended === 'again' ? 0 : 1;
    return { data: { file, ended }, text: says[ended], code };
  },
});

async function read(
  world: World,
  businessId: bigint | undefined,
  name: string,
  text: string,
): Promise<FileEnd> {
  if (businessId === undefined) {
    const live = { scope: allBusinesses, environment: 'live', isByHand: true } as const;
    return await readInboxFile(world, live, name, text);
  }
  const business = await businessNamed(world.db, businessId);
  if (business.environment === 'live') {
    throw new OperatorFault('files of live businesses are for all of them: leave --business out');
  }
  const own = { scope: business.id, environment: 'sandbox', isByHand: true } as const;
  return await readInboxFile(atClockOf(world, business), own, name, text);
}
