import { setType } from '../../businesses/set-type.ts';
import { invoiceFields, services } from '../../businesses/types.ts';
import { houseCommand } from '../house-command.ts';
import { facts } from '../layout.ts';
import { line, listOf, needed, place, wholeNumber } from '../words.ts';

export const businessTypeSet = houseCommand({
  doc:
    'Makes a kind of business or changes it. What is named is written down and shown; it switches nothing on or off, ' +
    `and changes no invoice. Services: ${services.join(', ')}. Invoice fields: ${invoiceFields.join(', ')}.`,
  words: {
    id: place('N', wholeNumber(1, 999_999_999)),
    name: needed('NAME', line(100)),
    services: needed('a,b', listOf(services)),
    invoiceFields: needed('a,b', listOf(invoiceFields)),
  },
  async work(world, { id, name, services: on, invoiceFields: shown }, actor) {
    const type = { id, name, services: on, invoiceFields: shown };
    const { isNew } = await setType(world, type, actor);
    const told = facts({ id, name, services: on.join(','), 'invoice fields': shown.join(',') });
    return { data: { ...type, isNew }, text: `${isNew ? 'Made' : 'Changed'}:\n${told}` };
  },
});
