import { readFile } from '../clearing/file-store.ts';
import { rejectFile } from '../clearing/reject-file.ts';
import type { Carrier } from './carrier.ts';

/** The bank does not have a file of ours. */
export const rejected: Carrier = async (world, { businessId, object, confirmedBy, note }) => {
  const key = { scope: businessId, id: object.id };
  const before = await readFile(world.db, key);
  // Done, and only not told; its entries are taken out by whoever looks after files.
  if (before?.state === 'rejected') return { done: 'The file is rejected.' };
  const { state } = await rejectFile(world, key, { actor: confirmedBy!, reason: note ?? '' });
  return { done: `The file is ${state}.` };
};
