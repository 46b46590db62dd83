import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { writeFirstStart } from '../../src/cli/first-start.ts';
import type { Scope } from '../scope.ts';
import { openOffice, openServedOffice } from './office.ts';

/**
 * A served world, a data folder as its first start leaves it, and commands there or elsewhere. The home folder of the
 * operator is `folder`.
 */
export async function openStarted(scope: Scope, folder: string) {
  const { fixture, caller, baseUrl } = await openServedOffice(scope);
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  const first = { ...caller, businessId: caller.business.id };
  await writeFirstStart({ ...fixture.config, dataFolder }, baseUrl, first);
  const runIn = (data: string) => {
    const { runWith } = openOffice(fixture, { HOME: folder, QUITTANCE_DATA: data });
    return (words: readonly string[], input = '') => runWith(input, ...words);
  };
  return { caller, baseUrl, run: runIn(dataFolder), elsewhere: runIn(join(folder, 'elsewhere')) };
}
