import {
  closeSync,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { logName } from './backup/places.ts';

/** The log of a service in files of its data folder: `log/quittance.log`, and older ones with a number behind the name. */

const keptFiles = 5;

function logFolderOf(dataFolder: string): string {
  return join(dataFolder, logName);
}

/** All files that there may be, the newest first. */
export function logFilesOf(dataFolder: string): string[] {
  const first = join(logFolderOf(dataFolder), 'quittance.log');
  return Array.from({ length: keptFiles }, (_, i) => (i === 0 ? first : `${first}.${i}`));
}

type Options = {
  readonly dataFolder: string;
  /** The most bytes of all files together. */
  readonly mostBytes: number;
  /** Called once for each time in which lines are lost. */
  readonly failed: (error: Error, file: string) => void;
};

/**
 * Appends lines. The file is opened with the first of them, since the data folder may be made by the same start.
 * Several processes may append to the same file; the one that finds it full renames it, and the others open the new
 * one. A log that cannot be written stops nothing.
 */
export function openLogFile({ dataFolder, mostBytes, failed }: Options): (lines: string) => void {
  const files = logFilesOf(dataFolder);
  const [file] = files as [string];
  const mostOfOne = mostBytes / keptFiles;
  let fd: number | undefined;
  let unchecked = 0;
  let isLost = false;
  return (lines) => {
    try {
      append(lines);
      isLost = false;
    } catch (error) {
      if (!isLost) failed(error as Error, file);
      isLost = true;
    }
  };

  function append(lines: string): void {
    fd ??= open();
    unchecked += Buffer.byteLength(lines);
    if (unchecked > mostOfOne / 16) {
      unchecked = 0;
      fd = current(fd);
    }
    writeSync(fd, lines);
  }

  function open(): number {
    mkdirSync(logFolderOf(dataFolder), { recursive: true, mode: 0o700 });
    const opened = openSync(file, 'a', 0o600);
    fchmodSync(opened, 0o600);
    return opened;
  }

  /** The file to write to: the same, the one that another process began, or a new one. */
  function current(own: number): number {
    const { ino, size } = fstatSync(own);
    const isOurs = statSync(file, { throwIfNoEntry: false })?.ino === ino;
    if (isOurs && size < mostOfOne) return own;
    fd = undefined;
    closeSync(own);
    if (isOurs) rotate();
    return open();
  }

  /** The oldest is overwritten. */
  function rotate(): void {
    for (let i = files.length - 1; i > 0; i -= 1) {
      const [newer, older] = [files[i - 1]!, files[i]!];
      if (statSync(newer, { throwIfNoEntry: false })) renameSync(newer, older);
    }
  }
}
