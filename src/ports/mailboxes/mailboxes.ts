import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { folderMailbox } from './folder-mailbox.ts';
import type { Mailbox, Mailboxes, Schedule } from './mailbox.ts';
import type { SftpPlace } from './run-sftp.ts';
import { folderSchedule } from './schedule-folder.ts';
import { sftpMailbox } from './sftp-mailbox.ts';

type Settings = {
  /** '' for the data folder. */
  readonly achFolder: string;
  /** '' if files are not sent by SFTP. */
  readonly achSftp: string;
  readonly achSftpKey: string;
  readonly achSftpKnownHosts: string;
  /** '' if no bank is set up. */
  readonly achOdfi: string;
  readonly dataFolder: string;
};

type OwnMailboxes = Mailboxes & {
  readonly scheduled: Schedule;
  /** Removes every file of a sandbox business, also those that the simulated bank has yet to send. */
  clear(businessId: bigint): Promise<void>;
};

/** From the settings. Nothing is opened or created before the first file. */
export function mailboxesOf(config: Settings, uuid: () => string): OwnMailboxes {
  const folder = config.achFolder || join(config.dataFolder, 'ach');
  const sandbox = join(folder, 'sandbox');
  const scheduled = folderSchedule(sandbox, uuid);
  const placeOfOne = (businessId: bigint) => join(sandbox, String(businessId));
  return {
    live: liveMailbox(config, folder, uuid),
    sandbox: (businessId: bigint) => folderMailbox(placeOfOne(businessId), uuid),
    scheduled,
    async clear(businessId) {
      for (const one of await scheduled.list(businessId)) await scheduled.forget(one);
      await rm(placeOfOne(businessId), { recursive: true, force: true });
    },
  };
}

function liveMailbox(config: Settings, folder: string, uuid: () => string): Mailbox | undefined {
  if (!config.achOdfi) return undefined;
  if (config.achSftp) return sftpMailbox(placeOf(config), uuid);
  return folderMailbox(join(folder, 'live'), uuid);
}

function placeOf({ achSftp, achSftpKey, achSftpKnownHosts }: Settings): SftpPlace {
  const { username, hostname, port, pathname } = new URL(achSftp);
  return {
    user: username,
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port || 22),
    folder: pathname.replace(/\/$/, '') || '.',
    keyFile: achSftpKey,
    knownHostsFile: achSftpKnownHosts,
  };
}
