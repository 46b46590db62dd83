import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folderMailbox } from './folder-mailbox.ts';
import { isUnfinished, MailboxClash, type Schedule, type Scheduled, trays } from './mailbox.ts';
import { makeFolder, ownAlike } from './owned-alike.ts';

/** One folder for all businesses. `folder` contains their mailboxes, each named by the id of its business. */
export function folderSchedule(folder: string, uuid: () => string): Schedule {
  const own = join(folder, 'scheduled');
  const { put } = folderMailbox(own, uuid);
  const place = join(own, trays.out);

  return {
    async add(businessId, { dueAt, name, text }) {
      await put(nameOf({ dueAt, businessId, name }), text).catch((error) => {
        // An older release produced another answer to this file.
        if (!(error instanceof MailboxClash)) throw error;
      });
    },

    async list(only) {
      const names = await readdir(place).catch(whereNothing([]));
      return names
        .filter((name) => !isUnfinished(name))
        .sort()
        .flatMap(scheduledOf)
        .filter(({ businessId }) => only === undefined || businessId === only);
    },

    async send(one) {
      const inbox = join(folder, String(one.businessId), trays.in);
      await makeFolder(inbox);
      // A copy and not a link: renaming a link over an existing link to the same file does nothing.
      const draft = join(inbox, `.${one.name}.${uuid()}.part`);
      const isThere = await copyFile(join(place, nameOf(one)), draft).then(
        () => true,
        whereNothing(false), // Another worker sent and forgot it.
      );
      if (!isThere) return;
      await ownAlike(draft);
      await rename(draft, join(inbox, one.name));
    },

    async forget(one) {
      await rm(join(place, nameOf(one)), { force: true });
    },
  };
}

/** 20300117T133000Z_100002_name: sorted by time. */
function nameOf({ dueAt, businessId, name }: Scheduled): string {
  const moment = dueAt.toISOString().replace(/[-:]|\.\d+/g, '');
  return `${moment}_${businessId}_${name}`;
}

function scheduledOf(text: string): Scheduled[] {
  const [, year, month, day, hour, minute, second, businessId, name] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z_(\d+)_(.+)$/.exec(text) ?? [];
  if (!name || !businessId) return [];
  const dueAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  return [{ dueAt, businessId: BigInt(businessId), name }];
}

function whereNothing<T>(otherwise: T): (fault: NodeJS.ErrnoException) => T {
  return (fault) => {
    if (fault.code === 'ENOENT') return otherwise;
    throw fault;
  };
}
