import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkName, isUnfinished, type Mailbox, MailboxClash, nthName, trays } from './mailbox.ts';
import { runSftp, type SftpPlace, SftpRefusal } from './run-sftp.ts';

/**
 * The same three folders on a server of the bank, through the `sftp` program of the system. Each call opens a
 * connection: calls are rare.
 */
export function sftpMailbox(place: SftpPlace, uuid: () => string): Mailbox {
  const at = (tray: keyof typeof trays, name = '') =>
    `${place.folder}/${trays[tray]}${name && `/${name}`}`;

  return {
    async put(name, text) {
      checkName(name);
      const path = at('out', name);
      await inScratch(async (scratch) => {
        if (await isThere(place, path, scratch, text)) return;
        const local = join(scratch, name);
        await writeFile(local, text, { encoding: 'latin1', mode: 0o600 });
        const draft = at('out', `.${name}.${uuid()}.part`);
        try {
          // -l: the plain rename of the protocol, which never replaces an existing file.
          await runSftp(place, [`put "${local}" "${draft}"`, `rename -l "${draft}" "${path}"`]);
        } catch (fault) {
          await runSftp(place, [`-rm "${draft}"`]);
          if (!(await isThere(place, path, scratch, text))) throw fault;
        }
      });
    },

    async list() {
      return (await namesIn(place, at('in'))).filter((name) => !isUnfinished(name)).sort();
    },

    async read(name) {
      checkName(name);
      return await inScratch(async (scratch) => await download(place, at('in', name), scratch));
    },

    async done(name) {
      checkName(name);
      for (let n = 1; ; n += 1) {
        const to = nthName(name, n);
        // -l: as above.
        const fault = await runSftp(place, [`rename -l "${at('in', name)}" "${at('done', to)}"`])
          .then(() => undefined)
          .catch(refusalOnly);
        // Or it was archived before, and only the answer was lost.
        if (!fault || !(await namesIn(place, at('in'))).includes(name)) return;
        if (!(await namesIn(place, at('done'))).includes(to)) throw fault;
      }
    },
  };
}

/** True if it is there already. */
async function isThere(
  place: SftpPlace,
  path: string,
  scratch: string,
  text: string,
): Promise<boolean> {
  const slash = path.lastIndexOf('/');
  const names = await namesIn(place, path.slice(0, slash));
  if (!names.includes(path.slice(slash + 1))) return false;
  if ((await download(place, path, scratch)) === text) return true;
  throw new MailboxClash('a file of this name with other contents lies in the outbox');
}

async function namesIn(place: SftpPlace, folder: string): Promise<string[]> {
  const said = await runSftp(place, [`ls -1 "${folder}"`]);
  return said.map((line) => line.slice(line.lastIndexOf('/') + 1)).filter((name) => name !== '');
}

function refusalOnly(fault: unknown): SftpRefusal {
  if (fault instanceof SftpRefusal) return fault;
  throw fault;
}

async function download(place: SftpPlace, path: string, scratch: string): Promise<string> {
  const local = join(scratch, 'fetched');
  await runSftp(place, [`get "${path}" "${local}"`]);
  return await readFile(local, 'latin1');
}

/** The folder contains account numbers for a moment, so it is private and is always deleted. */
async function inScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'quittance-ach-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
