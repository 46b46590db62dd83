import { listTypes } from '../../businesses/types.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';

export const businessTypeList = houseCommand({
  doc:
    'Lists the kinds of business, with the services and invoice fields that are written down for each. Nothing is ' +
    'switched on or off by them.',
  words: {},
  async work({ db }) {
    const data = await listTypes(db);
    const rows = data.map(({ id, name, services, invoiceFields }) => [
      id,
      name,
      services.join(','),
      invoiceFields.join(','),
    ]);
    return { data, text: table(['id', 'name', 'services', 'invoice fields'], rows) };
  },
});
