import { useMemo, useState } from 'react';
import { useHere } from '../data/business.tsx';
import { money, nearDay } from '../data/format.ts';
import { resultsCsv, useBatch, useUsualRound } from '../data/pay-link-batch.ts';
import {
  type Columns,
  columnNames,
  type FileRow,
  type FileTable,
  faultOfColumns,
  guessColumns,
  payLinksOf,
  tableOf,
} from '../data/pay-link-rows.ts';
import { usualReminders } from '../data/reminders.ts';
import { saveFile } from '../data/save-file.ts';
import { common } from '../words/common.ts';
import { invoices } from '../words/invoices.ts';
import { t } from '../words/language.ts';
import { payLinkFiles as words } from '../words/pay-link-files.ts';
import { ReminderChecks } from './bill-fields.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Check, Field } from './field.tsx';
import { ManyRows } from './many-rows.tsx';
import { Matching } from './matching.tsx';
import { Fault, Note } from './show.tsx';

const mostBytes = 5_000_000;

type Read = { readonly table: FileTable; readonly columns: Columns };

/** Pay links of a file: its columns are matched, a dry run tells what becomes of each row, and then they are made. */
export function ManyDialog({ onClose }: { onClose(): void }) {
  const { business, now } = useHere();
  const { currency, timeZone } = business;
  const [read, setRead] = useState<Read>();
  const [round, setRound] = useState('');
  const [sends, setSends] = useState(false);
  const [reminders, setReminders] = useState<readonly number[]>([]);
  const [leavesEqual, setLeavesEqual] = useState(true);
  const [isFiltered, setFiltered] = useState(false);
  const [fileFault, setFileFault] = useState<unknown>();
  const { told, work, fault, ask, stop, reset } = useBatch();
  const usualRound = useUsualRound();

  const columnFault = read && faultOfColumns(read.columns);
  const rows = useMemo(
    () =>
      read ? payLinksOf(read.table, { columns: read.columns, currency, sends, reminders }) : [],
    [read, currency, sends, reminders],
  );
  const good = rows.filter(({ faults }) => faults.length === 0);
  const of = (outcome: string) => good.filter(({ line }) => told.get(line)?.outcome === outcome);
  const unknown = good.filter(({ line }) => !told.has(line));
  const [possible, before, created] = [of('possible'), of('exists'), of('created')];
  const isEqual = ({ line }: FileRow) => Boolean(told.get(line)?.madeAt);
  const equal = possible.filter(isEqual);
  const open = leavesEqual ? possible.filter((row) => !isEqual(row)) : possible;
  const refused = rows.filter(
    ({ line, faults }) => faults.length > 0 || told.get(line)?.outcome === 'refused',
  );
  const sum = money(
    open.reduce((total, { link }) => total + link.amount, 0),
    currency,
  );
  const texts = open.filter(({ link }) => link.send === 'text').length;
  const isChecked = told.size > 0 && unknown.length === 0;
  const isDone = isChecked && open.length === 0;
  const name = round.trim();
  // The results belong to one file, round and choice of columns.
  const isAsked = told.size === 0 && !work;

  async function choose(file: File | undefined) {
    if (!file) return;
    reset();
    setFileFault(undefined);
    setRead(undefined);
    try {
      if (file.size > mostBytes) throw new Error(t(words.fileTooLarge));
      const table = tableOf(await file.text());
      setRead({ table, columns: guessColumns(table) });
      setRound(usualRound(file.name));
    } catch (error) {
      setFileFault(error);
    }
  }

  /** The days on which they were made. */
  function daysOf(some: readonly FileRow[]): string {
    const moments = some.flatMap(({ line }) => told.get(line)?.madeAt ?? []).sort();
    const days = moments.map((at) => nearDay(new Date(at), timeZone, now(), 'within'));
    const [first = '', last = ''] = [days[0], days.at(-1)];
    return first === last ? first : t(words.fromOn(first, last));
  }

  function submit() {
    if (work || !read || because !== undefined) return;
    if (isDone) onClose();
    else if (unknown.length > 0) void ask(unknown, name, true);
    else void ask(open, name, false);
  }

  const because =
    columnFault ??
    (good.length === 0 ? t(words.noRows) : name === '' ? t(words.roundMissing) : undefined);
  const progress = work && (work.dryRun ? words.checking : words.making)(work.done, work.all);
  return (
    <Dialog
      title={t(words.title)}
      onClose={() => {
        if (!work) onClose();
      }}
      onSubmit={submit}
      foot={
        <>
          {work && <Button onClick={stop}>{t(common.stop)}</Button>}
          <Button type="submit" look="main" working={progress && t(progress)} because={because}>
            {isDone
              ? t(invoices.done)
              : t(
                  unknown.length > 0
                    ? words.check(unknown.length)
                    : words.makeMany(open.length, sum),
                )}
          </Button>
        </>
      }
    >
      {!isAsked && (
        <p>
          {name}{' '}
          {created.length === 0 && !work && (
            <button type="button" className="link" onClick={reset}>
              {t(words.change)}
            </button>
          )}
        </p>
      )}
      <div hidden={!isAsked}>
        <div className="field">
          <label>
            <span className="label">{t(words.file)}</span>
            <input
              type="file"
              accept=".csv,text/csv"
              onChange={({ target }) => void choose(target.files?.[0])}
            />
          </label>
          <p className="hint">{t(words.about)}</p>
        </div>
        {read && (
          <>
            <Field
              label={t(words.round)}
              hint={t(words.roundHint)}
              value={round}
              maxLength={100}
              fault={name === '' ? t(words.roundMissing) : undefined}
              onChange={setRound}
            />
            <Matching
              given={read.table.names}
              columns={read.columns}
              names={columnNames}
              label={(one) => t(words[one])}
              fault={columnFault}
              onChange={(columns) => setRead({ ...read, columns })}
            />
            {!read.columns.includes('send') && (
              <Check label={t(words.sends)} value={sends} onChange={setSends} />
            )}
            {read.columns.includes('dueOn') && !read.columns.includes('reminders') && (
              <ReminderChecks offered={usualReminders} asked={reminders} onChange={setReminders} />
            )}
          </>
        )}
      </div>
      {work && progress && (
        <progress max={work.all} value={work.done}>
          {t(progress)}
        </progress>
      )}
      {created.length > 0 && <Note tone="good" title={t(words.manyDone(created.length))} />}
      {before.length > 0 && (
        <Note tone="good" title={t(words.madeBefore(before.length, good.length, daysOf(before)))} />
      )}
      {equal.length > 0 && (
        <Note tone="wait" title={t(words.equal(equal.length, daysOf(equal)))}>
          <Check label={t(words.leaveEqual)} value={leavesEqual} onChange={setLeavesEqual} />
        </Note>
      )}
      {refused.length > 0 && (
        <Note tone="wait" title={t(words.refusedRows(refused.length))}>
          <Check label={t(words.onlyRefused)} value={isFiltered} onChange={setFiltered} />
        </Note>
      )}
      {isChecked && open.length > 0 && <p>{t(words.summary(open.length, sum, texts))}</p>}
      {created.length + before.length > 0 && !work && (
        <button
          type="button"
          className="link"
          onClick={() =>
            saveFile(new Blob([resultsCsv(rows, told)], { type: 'text/csv' }), 'pay-links.csv')
          }
        >
          {t(words.saveResults)}
        </button>
      )}
      <Fault error={fileFault ?? fault} />
      {rows.length > 0 && !columnFault && (
        <ManyRows rows={isFiltered && refused.length > 0 ? refused : rows} told={told} />
      )}
    </Dialog>
  );
}
