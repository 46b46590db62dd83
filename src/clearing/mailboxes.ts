import { join } from 'node:path';
import type { Config } from '../config.ts';
import { folderMailbox } from './folder-mailbox.ts';
import type { Mailbox, Mailboxes } from './mailbox.ts';
import type { SftpPlace } from './run-sftp.ts';
import { sftpMailbox } from './sftp-mailbox.ts';
import { withSimulatedOdfi } from './simulated-odfi-mailbox.ts';
import { folderSchedule } from './simulated-odfi-schedule.ts';

type Settings = Pick<
  Config,
  'achFolder' | 'achSftp' | 'achSftpKey' | 'achSftpKnownHosts' | 'achOdfi' | 'dataFolder'
>;

/** As the settings say; nothing is opened or made before the first file. */
export function mailboxesOf(config: Settings, uuid: () => string): Mailboxes {
  const folder = config.achFolder || join(config.dataFolder, 'ach');
  const sandbox = join(folder, 'sandbox');
  const mailboxes = {
    live: liveMailbox(config, folder, uuid),
    sandbox: (businessId: bigint) => folderMailbox(join(sandbox, String(businessId)), uuid),
  };
  return withSimulatedOdfi(mailboxes, folderSchedule(sandbox, uuid));
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
