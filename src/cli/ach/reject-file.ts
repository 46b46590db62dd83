import { Refusal } from '../../base/refusal.ts';
import { atClockOf } from '../../businesses/clock.ts';
import { allBusinesses } from '../../clearing/file.ts';
import { rejectFile } from '../../clearing/reject-file.ts';
import { businessNamed } from '../business/named.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { id, needed, option, place, reason, verbatim } from '../words.ts';
import { fileFacts } from './files.ts';
import { fileNamed } from './scope.ts';

export const achRejectFile = houseCommand({
  doc: 'Takes note that the bank refused a file: what is in it goes out anew at the next cut-off.',
  words: {
    id: place('ID', id),
    business: option('ID|USERNAME', verbatim(100)),
    reason: needed('TEXT', reason),
  },
  async work(world, { id: fileId, business, reason: why }, actor) {
    const file = await fileNamed(world.db, fileId, business);
    const own =
      file.scope === allBusinesses
        ? world
        : atClockOf(world, await businessNamed(world.db, file.scope));
    const data = await rejectFile(own, file, { actor, reason: why }).catch((error) => {
      if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
      throw new OperatorFault(
        `file ${fileId} is ${file.state}: only one that was sent, of which nothing has settled or come back, can be rejected`,
      );
    });
    const text = `File ${data.name} is ${data.state}; ${data.entryCount} entries wait for the next cut-off.`;
    return { data: fileFacts(data), text };
  },
});
