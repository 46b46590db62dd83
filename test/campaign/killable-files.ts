import * as files from 'node:fs/promises';
import { type FileHandle, open as openFile } from 'node:fs/promises';
import { namedFunctions } from './named-points.ts';
import { atPoint } from './ordered-death.ts';

export * from 'node:fs/promises';

/** What the mailboxes of `src/ports/mailboxes` work with, each call between two points. */
export const { link, mkdir, readdir, readFile, rename, rm } = namedFunctions(
  'mailbox file',
  { ...files },
  atPoint,
);

/** An open file's own functions are points too: between its bytes and its name lies a moment. */
export async function open(...args: Parameters<typeof openFile>): Promise<FileHandle> {
  const file = await openFile(...args);
  return new Proxy(file, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== 'function' || typeof name === 'symbol') return value;
      return namedFunctions('mailbox file', { [name]: value.bind(target) }, atPoint)[name];
    },
  });
}
