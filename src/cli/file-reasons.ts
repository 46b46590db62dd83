import { FileError } from './command.ts';

/** Why the machine refuses a file or folder, by the code of its error. */
const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'it is not there',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of the disk is used up',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
};

/** The reason in words; of an unknown code the code itself. */
export function reasonOf(code: string | undefined): string {
  return reasons[code ?? ''] ?? code ?? 'no reason was given';
}

/** True if the reason has words. */
export function isReason(code: string): boolean {
  return Object.hasOwn(reasons, code);
}

/** `what` is the kind of file, where it is no file of any kind. */
export function notReadable(
  path: string,
  { code }: { readonly code?: string | undefined },
  what?: string,
): FileError {
  if (code === 'ENOENT') return new FileError(`there is no ${what ?? 'file'} ${path}`);
  const named = what === undefined ? path : `the ${what} ${path}`;
  return new FileError(`cannot read ${named}: ${reasonOf(code)}`);
}
