import { readEntriesOf } from '../../clearing/queue.ts';
import { houseCommand } from '../house-command.ts';
import { facts, sections } from '../layout.ts';
import { id, option, place, verbatim } from '../words.ts';
import { entryFacts, entryTable } from './entries.ts';
import { fileFacts } from './files.ts';
import { fileNamed } from './scope.ts';

export const achFile = houseCommand({
  doc: 'Shows a file to or from the bank and, of an outgoing one, its entries without account numbers.',
  words: { id: place('ID', id), business: option('ID|USERNAME', verbatim(100)) },
  async work({ db }, { id: fileId, business }) {
    const file = await fileNamed(db, fileId, business);
    const entries = file.direction === 'out' ? await readEntriesOf(db, file) : [];
    const { faults, scope, ...one } = fileFacts(file);
    const text = sections({
      '': facts({
        id: one.id,
        name: one.name,
        direction: one.direction,
        state: one.state,
        environment: one.environment,
        'cut-off': one.cutoffAt,
        entries: one.entryCount,
        debits: one.debitCents,
        credits: one.creditCents,
        sha256: one.sha256,
        created: one.createdAt,
        delivered: one.deliveredAt,
      }),
      faults: faults.join('\n'),
      entries: entries.length === 0 ? '' : entryTable(entries),
    });
    return { data: { ...one, scope, faults, entries: entries.map(entryFacts) }, text };
  },
});
