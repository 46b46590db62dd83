import { useEffect, useRef, useState } from 'react';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { type Form, readLines } from './csv-stream.ts';

type Download = {
  readonly form: Form;
  ask(): Promise<{ readonly body: ReadableStream<Uint8Array> | null }>;
  /** Once it is whole. */
  save(pieces: string[]): void;
};

/** Reads a file as it comes. `rows`: how many so far, while one is read. It is stopped with what asked for it. */
export function useDownload() {
  const [rows, setRows] = useState<number>();
  const [error, setError] = useState<unknown>();
  const work = useRef<AbortController>(undefined);
  const stop = () => work.current?.abort();
  useEffect(() => stop, []);
  async function download({ form, ask, save }: Download) {
    if (work.current) return;
    const own = new AbortController();
    work.current = own;
    setError(undefined);
    setRows(0);
    let isBegun = false;
    try {
      const { body } = await ask();
      isBegun = true;
      save(await readLines(body!, { form, onRows: setRows, signal: own.signal }));
    } catch (fault) {
      if (!own.signal.aborted) setError(isBegun ? new Error(t(common.brokeOff)) : fault);
    } finally {
      work.current = undefined;
      setRows(undefined);
    }
  }
  return { rows, error, download, stop };
}
