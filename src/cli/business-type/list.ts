import { listTypes } from '../../businesses/types.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';

export const businessTypeList = houseCommand({
  doc: 'Lists the kinds of business, with what each has switched on and shows on invoices.',
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
