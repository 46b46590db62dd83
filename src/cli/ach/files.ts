import type { ClearingFile } from '../../clearing/file.ts';
import { listFiles } from '../../clearing/file-store.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { option, verbatim, wholeNumber } from '../words.ts';
import { scopeOf } from './scope.ts';

export const achFiles = houseCommand({
  doc:
    'Lists files to and from the bank, the latest first, 100 unless --limit says otherwise: those of the live ' +
    'businesses, or of one business of the sandbox.',
  words: {
    business: option('ID|USERNAME', verbatim(100)),
    limit: option('N', wholeNumber(1, 10_000)),
  },
  async work({ db }, { business, limit = 100 }) {
    const data = await listFiles(db, await scopeOf(db, business), limit);
    const headings = [
      'id',
      'name',
      'direction',
      'state',
      'entries',
      'debits',
      'credits',
      'delivered',
    ];
    return { data: data.map(fileFacts), text: table(headings, data.map(cells)) };
  },
});

/** For a program: dates as texts, and the hash as sha256sum shows it. */
export function fileFacts({ sha256, fileOn, ...file }: ClearingFile) {
  return { ...file, fileOn: fileOn.toString(), sha256: sha256?.toString('hex') };
}

function cells(file: ClearingFile) {
  const { id, name, direction, state, entryCount, debitCents, creditCents, deliveredAt } = file;
  return [id, name, direction, state, entryCount, debitCents, creditCents, deliveredAt];
}
