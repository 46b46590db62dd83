import type { Person } from '../backoffice/cases/decide.ts';
import { line } from './values.ts';
import { option } from './words.ts';

/** Who decides, where the account of the machine does not say it. */
export const by = option('NAME', line(80));

/** In containers everybody is root: --by names the person, and the audit log has both names. */
export function personOf(account: string, name: string | undefined): Person {
  return { name: name === undefined ? account : `operator:${name}`, account };
}
