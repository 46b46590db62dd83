import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { newUuid } from '../build-world.ts';
import type { Config } from '../config.ts';
import { MailboxFault } from '../ports/mailboxes/mailbox.ts';
import { mailboxesOf } from '../ports/mailboxes/mailboxes.ts';
import { flawInAchFolder } from './ach-folder.ts';
import { type Check, ok } from './doctor-checks.ts';

/**
 * The way of files to and from the bank: the folder as a start checks it, or a login by SFTP that lists the files from
 * the bank. No file is sent or fetched.
 */
export async function checkBank(config: Config): Promise<Check> {
  const about = 'bank';
  const remedy = 'docs/operating/ach.md says how files reach the bank';
  const flaw = (await flawInAchFolder(config)) ?? (await flawInSftp(config));
  if (flaw) return { about, verdict: 'wrong', says: flaw, remedy };
  if (config.achSftp && config.achOdfi) return ok(about, 'its server takes the login');
  if (config.achOdfi) return ok(about, 'its folder can be written to');
  return ok(about, 'no files go to a bank: ACH_ODFI is not set');
}

async function flawInSftp(config: Config): Promise<string | undefined> {
  const { achSftp, achSftpKey, achSftpKnownHosts } = config;
  if (achSftp === '') return undefined;
  for (const [setting, file] of [
    ['ACH_SFTP_KEY', achSftpKey],
    ['ACH_SFTP_KNOWN_HOSTS', achSftpKnownHosts],
  ]) {
    // A setting that lacks is a fault of the settings.
    if (!file) return `${setting} is not set`;
    const code = await access(file, constants.R_OK).then(
      () => undefined,
      (fault: NodeJS.ErrnoException) => fault.code,
    );
    if (code) return `cannot read ${file}, which ${setting} names: ${code}`;
  }
  try {
    await mailboxesOf(config, newUuid).live?.list();
    return undefined;
  } catch (fault) {
    if (fault instanceof MailboxFault) return fault.message;
    throw fault;
  }
}
