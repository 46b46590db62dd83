import { useState } from 'react';
import { useHere } from '../data/business.tsx';
import { chosenTwice, guessed } from '../data/file-columns.ts';
import { nearDay, number } from '../data/format.ts';
import { type Columns, isReached, type Run, useImport } from '../data/import-file.ts';
import {
  columnsOf,
  type MovedColumn,
  type MovedKind,
  requiredColumns,
} from '../data/moved-kinds.ts';
import { columnsIn } from '../data/rows-of-file.ts';
import { saveFile } from '../data/save-file.ts';
import { common } from '../words/common.ts';
import { invoices } from '../words/invoices.ts';
import { t } from '../words/language.ts';
import { moving as words } from '../words/moving.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Check } from './field.tsx';
import { Matching } from './matching.tsx';
import { Fault, Note } from './show.tsx';

type Chosen = { readonly file: File; readonly given: readonly string[]; readonly columns: Columns };

const titles = {
  customers: words.customersIn,
  plans: words.plansIn,
  subscriptions: words.subscriptionsIn,
} as const;

/** Rows of a file: its columns are matched, a dry run tells what becomes of the rows, and then they are imported. */
export function ImportDialog({ kind, onClose }: { kind: MovedKind; onClose(): void }) {
  const { business, now } = useHere();
  const [chosen, setChosen] = useState<Chosen>();
  const [fileFault, setFileFault] = useState<unknown>();
  const [goesOn, setGoesOn] = useState(true);
  const { run, isWorking, fault, reached, start, stop, reset, report } = useImport(kind);
  const others = columnsOf(kind);
  const names = Object.keys(others) as MovedColumn[];

  const columnFault = chosen && faultOf(kind, chosen.columns);
  const earlier = chosen && reached && isReached(chosen.file, reached) ? reached : undefined;
  const isAsked = run === undefined && !isWorking;
  const isDone = run?.isWhole === true && !run.isDry;
  const isChecked = run?.isWhole === true && run.isDry;
  // After a reload the file was checked before.
  const resumed = run === undefined && earlier && goesOn ? earlier : undefined;
  const possible = isChecked ? run.counts.created + run.counts.joined : 0;

  async function choose(file: File | undefined) {
    if (!file) return;
    reset();
    setFileFault(undefined);
    setChosen(undefined);
    try {
      const given = await columnsIn(file);
      const known =
        reached && isReached(file, reached) && reached.columns.length === given.length
          ? reached.columns.map((one) => one ?? undefined)
          : guessed(given, others);
      setChosen({ file, given, columns: known });
    } catch (error) {
      setFileFault(error);
    }
  }

  function submit() {
    if (isWorking || !chosen || because !== undefined) return;
    if (isDone) return onClose();
    const { file, given, columns } = chosen;
    void start(file, given, columns, next);
  }

  /** The run that the main button begins. */
  const next = resumed
    ? { isDry: false, line: resumed.line }
    : run === undefined
      ? { isDry: true, line: 0 }
      : isChecked
        ? { isDry: false, line: 0 }
        : { isDry: run.isDry, line: run.line };
  const because =
    chosen === undefined
      ? t(words.fileMissing)
      : (columnFault ?? (isChecked && possible === 0 ? t(words.nothing) : undefined));
  const rows = run && number(countOf(run));
  const progress = isWorking && run && t((run.isDry ? words.checking : words.importing)(rows!));
  const label = isDone
    ? t(invoices.done)
    : isChecked
      ? t(words.importRows(number(possible)))
      : run || next.line > 0
        ? t(words.goOn(number(next.line)))
        : t(words.check);
  return (
    <Dialog
      title={t(titles[kind])}
      onClose={() => {
        if (!isWorking) onClose();
      }}
      onSubmit={submit}
      foot={
        <>
          {isWorking && <Button onClick={stop}>{t(common.stop)}</Button>}
          <Button type="submit" look="main" working={progress || undefined} because={because}>
            {label}
          </Button>
        </>
      }
    >
      {!isAsked && (
        <p>
          {chosen?.file.name}{' '}
          {!isWorking && (
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
              accept=".csv,.ndjson,.jsonl,text/csv"
              onChange={({ target }) => void choose(target.files?.[0])}
            />
          </label>
          <p className="hint">{t(words.about)}</p>
          {kind === 'subscriptions' && <p className="hint">{t(words.subscriptionsAbout)}</p>}
        </div>
        {chosen && (
          <Matching
            given={chosen.given}
            columns={chosen.columns}
            names={names}
            label={(one) => t(words[one])}
            fault={columnFault}
            onChange={(columns) => setChosen({ ...chosen, columns })}
          />
        )}
        {earlier && (
          <Note
            tone="wait"
            title={t(
              words.reached(
                number(earlier.line),
                nearDay(new Date(earlier.at), business.timeZone, now(), 'within'),
              ),
            )}
          >
            <Check label={t(words.fromThere)} value={goesOn} onChange={setGoesOn} />
          </Note>
        )}
      </div>
      {isWorking && chosen && run && (
        <progress max={chosen.file.size} value={run.bytes}>
          {progress}
        </progress>
      )}
      {run && <Outcomes run={run} isWorking={isWorking} />}
      {run && !isWorking && (
        <button
          type="button"
          className="link"
          onClick={() => saveFile(report(), `${kind}-report.csv`)}
        >
          {t(words.report)}
        </button>
      )}
      <Fault error={fileFault ?? fault} />
      {run && run.refused.length > 0 && <Refused run={run} />}
    </Dialog>
  );
}

function faultOf(kind: MovedKind, columns: Columns): string | undefined {
  const missing = requiredColumns[kind].find((one) => !columns.includes(one));
  if (missing) return t(words.columnMissing(t(words[missing])));
  const twice = chosenTwice(columns);
  return twice && t(words.columnTwice(t(words[twice])));
}

function countOf({ counts }: Run): number {
  return Object.values(counts).reduce((sum, one) => sum + one, 0);
}

function Outcomes({ run, isWorking }: { run: Run; isWorking: boolean }) {
  const { counts, isDry, isWhole, line } = run;
  const { created, joined, exists, refused } = counts;
  const parts = [
    t((isDry ? words.possible : words.created)(number(created))),
    joined > 0 && t(words.joined(number(joined))),
    t(words.exists(number(exists))),
    t(words.refused(number(refused))),
  ];
  const title = isWhole
    ? t(isDry ? words.checked : words.whole)
    : isWorking
      ? ''
      : t(words.stopped(number(line)));
  const sum = parts.filter(Boolean).join(' · ');
  if (title === '') return <p className="digits">{sum}</p>;
  return (
    <Note tone={isWhole && refused === 0 ? 'good' : 'wait'} title={title}>
      {sum}
    </Note>
  );
}

function Refused({ run: { refused, counts } }: { run: Run }) {
  return (
    <>
      {counts.refused > refused.length && (
        <p className="hint">{t(words.firstOf(number(refused.length), number(counts.refused)))}</p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard */}
      <div className="scrolls" tabIndex={0} role="region" aria-label={t(words.refusedRows)}>
        <table className="table plain">
          <thead>
            <tr>
              <th className="num">{t(words.line)}</th>
              <th>{t(words.why)}</th>
            </tr>
          </thead>
          <tbody>
            {refused.map(({ line, why }) => (
              <tr key={line}>
                <td className="num">{line}</td>
                <td>{why}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
