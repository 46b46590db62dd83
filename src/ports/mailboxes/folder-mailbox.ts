import { link, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { checkName, isUnfinished, type Mailbox, MailboxClash, nthName, trays } from './mailbox.ts';
import { makeFolder, ownAlike } from './owned-alike.ts';

/** Three folders of this machine. Another program carries the files between them and the bank. */
export function folderMailbox(folder: string, uuid: () => string): Mailbox {
  const at = (tray: keyof typeof trays, name = '') => join(folder, trays[tray], name);

  return {
    async put(name, text) {
      checkName(name);
      if (await isThere(at('out', name), text)) return;
      await makeFolder(at('out'));
      // A unique name: after a takeover another process may be writing the same file.
      const draft = at('out', `.${name}.${uuid()}.part`);
      try {
        await writeWhole(draft, text);
        await ownAlike(draft);
        // Unlike a rename, a link never replaces an existing file.
        const isNew = await link(draft, at('out', name)).then(() => true, ifCode('EEXIST', false));
        if (!isNew) await isThere(at('out', name), text);
      } finally {
        await rm(draft, { force: true });
      }
      await sync(at('out'));
    },

    async list() {
      const found = await readdir(at('in'), { withFileTypes: true }).catch(ifCode('ENOENT', []));
      // A folder is no file, and a link may lead to a file that is not the bank's.
      const files = found.filter((one) => one.isFile() && !isUnfinished(one.name));
      return files.map(({ name }) => name).sort();
    },

    async read(name) {
      checkName(name);
      // Every byte becomes a character; the reader of the file judges those outside ASCII.
      return await readFile(at('in', name), 'latin1');
    },

    async done(name) {
      checkName(name);
      await makeFolder(at('done'));
      // Leaves the inbox in one step: another reader finds it gone, and it is not read again.
      const draft = at('done', `.${name}.${uuid()}.part`);
      const isOurs = await rename(at('in', name), draft).then(() => true, ifCode('ENOENT', false));
      if (!isOurs) return;
      const isKept = async (n: number) =>
        await link(draft, at('done', nthName(name, n))).then(() => true, ifCode('EEXIST', false));
      for (let n = 1; !(await isKept(n)); n += 1);
      await rm(draft, { force: true });
      await sync(at('done'));
    },
  };
}

/** True if it is there already. */
async function isThere(path: string, text: string): Promise<boolean> {
  const there = await readFile(path, 'latin1').catch(ifCode('ENOENT', undefined));
  if (there !== undefined && there !== text) {
    throw new MailboxClash('a file of this name with other contents lies in the outbox');
  }
  return there !== undefined;
}

async function writeWhole(path: string, text: string): Promise<void> {
  // The files contain account numbers.
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text, 'latin1');
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A new name in a folder is only durable once the folder is flushed. */
async function sync(path: string): Promise<void> {
  // Windows cannot open folders; its file system flushes them itself.
  const folder = await open(path, 'r').catch(ifCode('EISDIR', undefined, 'EPERM'));
  if (!folder) return;
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function ifCode<T>(code: string, value: T, orCode = code): (fault: NodeJS.ErrnoException) => T {
  return (fault) => {
    if (fault.code === code || fault.code === orCode) return value;
    throw fault;
  };
}
