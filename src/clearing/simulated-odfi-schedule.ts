import { copyFile, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folderMailbox } from './folder-mailbox.ts';
import { isUnfinished, trays } from './mailbox.ts';
import { makeFolder, ownAlike } from './owned-alike.ts';
import { answers, type LaterFile } from './simulated-odfi-answers.ts';

export type Scheduled = Pick<LaterFile, 'dueAt' | 'name'> & { readonly businessId: bigint };

/** What the simulated bank has yet to send: one folder for all, whose names tell when and to whom. */
export type Schedule = {
  /** The same again is fine. */
  add(businessId: bigint, later: LaterFile): Promise<void>;
  /** The earliest first. */
  list(only?: bigint): Promise<Scheduled[]>;
  /** Into the inbox of its business; it stays here until it is read. Again is fine. */
  send(one: Scheduled): Promise<void>;
  forget(one: Scheduled): Promise<void>;
};

/** `folder` is the one that holds the mailboxes of sandbox businesses, each by its number. */
export function folderSchedule(folder: string, uuid: () => string): Schedule {
  const own = join(folder, 'scheduled');
  const { put } = folderMailbox(own, uuid);
  const place = join(own, trays.out);

  return {
    async add(businessId, { dueAt, name, text }) {
      await put(nameOf({ dueAt, businessId, name }), text);
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
      // A copy, never a link: whoever puts away a link to what lies there already moves nothing.
      const draft = join(inbox, `.${one.name}.${uuid()}.part`);
      const isThere = await copyFile(join(place, nameOf(one)), draft).then(
        () => true,
        whereNothing(false), // Another worker sent it and has forgotten it.
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

/** All that it has yet to say to a file that it did not take. Again is fine. */
export async function forgetAnswersTo(
  schedule: Schedule,
  businessId: bigint,
  fileName: string,
): Promise<void> {
  for (const one of await schedule.list(businessId)) {
    if (answers(one, fileName)) await schedule.forget(one);
  }
}

/** 20300117T133000Z_100002_name: in the order of time. */
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
