import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { allBusinesses, type ClearingFile } from '../ach/files/file.ts';
import { listFiles, readFile as readStored } from '../ach/files/file-store.ts';
import { type FileEnd, readInboxFile } from '../ach/files/inbox-file.ts';
import { makeFiles, resumeFiles } from '../ach/files/make-files.ts';
import { readEntriesNaming } from '../ach/files/queue.ts';
import { rejectFile } from '../ach/files/reject-file.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Business } from '../parties/businesses/business.ts';
import { atClockOf, businessesAhead } from '../parties/businesses/clock.ts';
import type { Sql } from '../runtime/sql.ts';
import type { World } from '../world.ts';
import { entryColumns, entryJson } from './ach-entries.ts';
import { ExpectedError } from './command.ts';
import { dataCommand, show } from './data-command.ts';
import { notReadable } from './file-reasons.ts';
import { table } from './layout.ts';
import { list } from './list.ts';
import { businessNamed, clearingFile, type Key, ofAnyBusiness } from './names.ts';
import { reason, verbatim } from './values.ts';
import { positional, required } from './words.ts';

/** Live businesses have their files together; each one of the sandbox has its own. */
function scopeOf(business: Business | undefined): bigint {
  return business?.environment === 'sandbox' ? business.id : allBusinesses;
}

async function fileNamed(sql: Sql, { businessId, id }: Key): Promise<ClearingFile> {
  const business = businessId === allBusinesses ? undefined : await businessNamed(sql, businessId);
  const scope = scopeOf(business);
  const file = await readStored(sql, { scope, id });
  if (file) return file;
  const whose = business && scope === business.id ? `business ${scope}` : 'the live businesses';
  throw new ExpectedError(`there is no file ${id} of ${whose}`);
}

const nameOf = ({ scope, id }: Pick<ClearingFile, 'scope' | 'id'>) => `${scope}/${id}`;

/** Dates as texts, and the hash as sha256sum writes it. */
function fileJson({ sha256, fileOn, ...file }: ClearingFile) {
  return { ...file, fileOn: fileOn.toString(), sha256: sha256?.toString('hex') };
}

const readResults: Readonly<Record<FileEnd, string>> = {
  read: 'It was read. What fits nothing that was sent is among the open cases.',
  rejected: 'It cannot be read, and nothing was booked. The reason is among the open cases.',
  again: 'The same file was read before; nothing was booked.',
  not_yet: 'A part of it cannot be booked yet; read it again later.',
};

async function readByHand(
  world: World,
  business: Business | undefined,
  name: string,
  text: string,
): Promise<FileEnd> {
  if (!business) {
    const live = { scope: allBusinesses, environment: 'live', isByHand: true } as const;
    return await readInboxFile(world, live, name, text);
  }
  if (business.environment === 'live') {
    throw new ExpectedError('files of live businesses are for all of them: leave --business out');
  }
  const own = { scope: business.id, environment: 'sandbox', isByHand: true } as const;
  return await readInboxFile(atClockOf(world, business), own, name, text);
}

export const achFileCommands = {
  'ach files': list({
    doc: 'Lists the files to and from the bank, of the live businesses or of one business of the sandbox',
    of: 'files',
    filters: { business: ofAnyBusiness },
    async rows({ db }, { business, before, limit }) {
      return (await listFiles(db, scopeOf(business), limit, before?.id)).map(fileJson);
    },
    columns: {
      file: (one) => nameOf(one),
      name: 'name',
      direction: 'direction',
      state: 'state',
      entries: 'entryCount',
      debits: 'debitCents',
      credits: 'creditCents',
      delivered: 'deliveredAt',
    },
  }),
  'ach file': show({
    doc: 'Shows a file to or from the bank, and the entries of an outgoing one without account numbers.',
    words: { file: clearingFile },
    async read({ db }, { file: key }) {
      const file = await fileNamed(db, key);
      const entries = file.direction === 'out' ? await readEntriesNaming(db, file) : [];
      return { ...fileJson(file), entries };
    },
    json: ({ entries, ...file }) => ({ ...file, entries: entries.map(entryJson) }),
    parts: ({ entries, ...file }) => ({
      '': {
        file: nameOf(file),
        name: file.name,
        direction: file.direction,
        state: file.state,
        environment: file.environment,
        'cut-off': file.cutoffAt,
        entries: file.entryCount,
        debits: file.debitCents,
        credits: file.creditCents,
        sha256: file.sha256,
        created: file.createdAt,
        delivered: file.deliveredAt,
      },
      faults: file.faults.join('\n'),
      entries: table(entryColumns, entries),
    }),
  }),
  'ach send': dataCommand({
    doc: 'Makes and sends the files that are due now, as the worker does by itself.',
    words: {},
    async work(world) {
      let [made, resumed] = [await makeFiles(world), await resumeFiles(world)];
      for (const business of await businessesAhead(world.db)) {
        const own = atClockOf(world, business);
        made += await makeFiles(own, business.id);
        resumed += await resumeFiles(own, business.id);
      }
      const text = `Begun: ${made}. Continued after another process stopped: ${resumed}.`;
      return { data: { made, resumed }, text };
    },
  }),
  'ach reject-file': dataCommand({
    doc: 'Records that the bank rejected a file. Its entries are sent with the next cut-off.',
    words: { file: clearingFile, reason: required('TEXT', reason) },
    async work(world, { file: key, reason: why }, actor) {
      const file = await fileNamed(world.db, key);
      const own =
        file.scope === allBusinesses
          ? world
          : atClockOf(world, await businessNamed(world.db, file.scope));
      const data = await rejectFile(own, file, { actor, reason: why }).catch((error) => {
        if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
        throw new ExpectedError(
          `file ${nameOf(file)} is ${file.state}: only one that was sent, of which nothing has settled or come back, can be rejected`,
        );
      });
      const text =
        data.state === 'rejecting'
          ? `File ${data.name} is not rejected yet; the worker goes on with it.`
          : `File ${data.name} is ${data.state}; ${data.entryCount} entries wait for the next cut-off.`;
      return { data: fileJson(data), text };
    },
  }),
  'ach read': dataCommand({
    doc: 'Reads a file of returns or corrections by hand, for all live businesses or for one of the sandbox.',
    words: { file: positional('FILE', verbatim(4096)), business: ofAnyBusiness },
    async work(world, { file, business }) {
      const text = await readFile(file, 'latin1').catch((error: NodeJS.ErrnoException) => {
        throw notReadable(file, error);
      });
      const ended = await readByHand(world, business, basename(file), text);
      const code = ended === 'read' || ended === 'again' ? 0 : 1;
      return { data: { file, ended }, text: readResults[ended], code };
    },
  }),
} as const;
