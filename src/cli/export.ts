import { resolve } from 'node:path';
import { exportInto, type Summary } from '../moving/export-folder.ts';
import { FileFlaw } from '../moving/file-flaw.ts';
import { proposeNumberExport } from '../moving/numbers/propose.ts';
import { fingerprintOf } from '../moving/pgp-keys.ts';
import { formats } from '../moving/read-rows.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import { FileError, UsageError } from './command.ts';
import { dataCommand } from './data-command.ts';
import { keyOfReceiver, ownKey } from './key-files.ts';
import { nameOf, table } from './layout.ts';
import { businessWord } from './names.ts';
import { by, originNote, personWhoDecides } from './person.ts';
import { showProgress } from './show-progress.ts';
import { oneOf, reason, verbatim } from './values.ts';
import { option, required } from './words.ts';

const path = verbatim(4000);

export const exportCommands = {
  'export propose': dataCommand({
    doc:
      'Proposes to export the numbers of all cards and accounts, encrypted for the public PGP key of the receiver. Another ' +
      'person must confirm the case; then export --key writes them.',
    words: {
      business: businessWord,
      key: required('FILE', path),
      note: required('TEXT', reason),
      by,
    },
    async work(world, { business, key, note, by: name }, account, shell) {
      const deciding = { businessId: business.id, account, name };
      const person = await personWhoDecides(world, shell, deciding);
      const fingerprint = fingerprintOf(await keyOfReceiver(key));
      const own = atClockOf(world, business);
      const wanted = { businessId: business.id, fingerprint, note };
      const data = await proposeNumberExport(own, wanted, person);
      const text =
        `${data.proposedBy} proposed to export all numbers for the key ${fingerprint}. ` +
        `Another person must confirm case ${nameOf(data)}.${originNote(person)}`;
      return { data, text };
    },
  }),
  export: dataCommand({
    doc:
      'Writes everything that a business owns into a new folder, one file for each kind, as it was in one moment. ' +
      'Customers, tokens, plans and subscriptions are in the form that import takes, as CSV with --format csv; all others ' +
      'are NDJSON. Numbers of cards and accounts are in it only with --key, encrypted for that public key, after another ' +
      'person confirmed export propose; --sign-key signs them.',
    words: {
      business: businessWord,
      to: required('DIR', path),
      format: option(formats.join('|'), oneOf(formats)),
      key: option('FILE', path),
      signKey: option('FILE', path),
      passphraseFile: option('FILE', path),
    },
    check({ key, signKey, passphraseFile }) {
      if (signKey !== undefined && key === undefined)
        throw new UsageError('--sign-key goes with --key');
      if (passphraseFile !== undefined && signKey === undefined)
        throw new UsageError('--passphrase-file goes with --sign-key');
    },
    async work(
      world,
      { business, to, format = 'ndjson', key, signKey, passphraseFile },
      actor,
      { err },
    ) {
      const folder = resolve(to);
      const receiver = key === undefined ? undefined : await keyOfReceiver(key);
      const signer = signKey === undefined ? undefined : await ownKey(signKey, passphraseFile);
      const progress = showProgress('export', { to: err });
      const own = atClockOf(world, business);
      const wanted = { business, folder, format, receiver, signer, actor, progress };
      const summary = await exportInto(own, wanted)
        .catch((error: unknown) => {
          const isOfFile = error instanceof FileFlaw;
          throw isOfFile ? new FileError(`cannot use ${folder}: ${error.message}`) : error;
        })
        .finally(progress.end);
      const unreadable = summary.numbers?.unreadable ?? 0;
      return {
        data: { ...summary, folder },
        text: textOf(summary, folder),
        code: unreadable > 0 ? 1 : 0,
      };
    },
  }),
} as const;

function textOf({ rows, numbers }: Summary, folder: string): string {
  const filled = Object.entries(rows).filter(([, count]) => count > 0);
  const columns = {
    kind: ([kind]: [string, number]) => kind,
    rows: ([, count]: [string, number]) => count,
  };
  const parts = [table(columns, filled)];
  if (numbers) {
    const { file, cards, accounts, unreadable, encryptedFor } = numbers;
    const lost = unreadable > 0 ? ` ${unreadable} do not open and are without theirs.` : '';
    parts.push(
      `${cards} cards and ${accounts} accounts are in ${file}, for ${encryptedFor}.${lost}`,
    );
  }
  return [...parts, `The export is in ${folder}.`].join('\n\n');
}
