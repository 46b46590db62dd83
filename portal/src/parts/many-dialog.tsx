import { useState } from 'react';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { csvOf } from '../data/csv.ts';
import { money } from '../data/format.ts';
import { type FileRow, payLinksOf } from '../data/pay-link-rows.ts';
import { invoices as words } from '../words/invoices.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Fault, Note, Tag } from './show.tsx';

/** Small enough that each answer comes soon. */
const portion = 50;
const mostBytes = 5_000_000;

/** What became of a row: the address that was made, or why not. */
type Result = { readonly address?: string; readonly refusal?: string };
type Results = ReadonlyMap<number, Result>;

/** Pay links of a file: shown with their faults first, made in portions, told row by row. */
export function ManyDialog({ onClose }: { onClose(): void }) {
  const { business, client } = useHere();
  const { currency } = business;
  const [rows, setRows] = useState<readonly FileRow[]>([]);
  const [fault, setFault] = useState<unknown>();
  const [results, setResults] = useState<Results>(new Map());
  const [isWorking, setWorking] = useState(false);
  const make = useChange((part: readonly FileRow[], options) =>
    client.payLinks.createMany({ rows: part.map(({ link }) => link) }, options),
  );
  const good = rows.filter(({ faults }) => faults.length === 0);
  const open = good.filter(({ line }) => !results.has(line));
  const sum = money(
    open.reduce((total, { link }) => total + link.amount, 0),
    currency,
  );
  const texts = open.filter(({ link }) => link.send === 'text').length;
  const refused = [...results.values()].filter(({ refusal }) => refusal !== undefined).length;
  const isDone = results.size > 0 && open.length === 0;

  async function read(file: File | undefined) {
    if (!file) return;
    setFault(undefined);
    setResults(new Map());
    setRows([]);
    try {
      if (file.size > mostBytes) throw new Error(t(words.fileTooLarge));
      setRows(payLinksOf(await file.text(), currency));
    } catch (error) {
      setFault(error);
    }
  }

  async function send() {
    if (isWorking || open.length === 0) return;
    setWorking(true);
    setFault(undefined);
    let known = results;
    try {
      for (let at = 0; at < open.length; at += portion) {
        const part = open.slice(at, at + portion);
        const answer = await make.mutateAsync(part);
        const told = new Map(known);
        for (const { row, payLink, error } of answer.results) {
          const { line } = part[row]!;
          if (payLink) told.set(line, { address: payLink.address ?? '' });
          else told.set(line, { refusal: error ? refusalOf(error) : '' });
        }
        known = told;
        setResults(told);
      }
    } catch (error) {
      setFault(error);
    } finally {
      setWorking(false);
    }
  }

  return (
    <Dialog
      title={t(words.manyTitle)}
      onClose={() => {
        if (!isWorking) onClose();
      }}
      onSubmit={isDone ? onClose : () => void send()}
      foot={
        <Button
          type="submit"
          look="main"
          working={isWorking ? t(words.progress(results.size, good.length)) : undefined}
          because={good.length === 0 ? t(words.noRows) : undefined}
        >
          {isDone ? t(words.done) : t(words.makeMany(open.length, sum))}
        </Button>
      }
    >
      {results.size === 0 && (
        <label className="field">
          <span className="label">{t(words.file)}</span>
          <input
            type="file"
            accept=".csv,text/csv"
            disabled={isWorking}
            onChange={({ target }) => void read(target.files?.[0])}
          />
          <span className="hint">{t(words.manyText)}</span>
        </label>
      )}
      {isWorking && (
        <progress max={good.length} value={results.size}>
          {t(words.progress(results.size, good.length))}
        </progress>
      )}
      {rows.length > 0 && !isDone && !isWorking && (
        <p>{t(words.summary(open.length, sum, texts))}</p>
      )}
      {isDone && (
        <Note
          tone={refused > 0 ? 'wait' : 'good'}
          title={t(words.manyDone(results.size - refused, refused))}
        >
          <button type="button" className="link" onClick={() => save(rows, results)}>
            {t(words.saveResults)}
          </button>
        </Note>
      )}
      {good.length < rows.length && (
        <Note tone="wait" title={t(words.faulty(rows.length - good.length))} />
      )}
      <Fault error={fault} />
      {rows.length > 0 && <Rows rows={rows} results={results} currency={currency} />}
    </Dialog>
  );
}

function refusalOf({ detail, fields }: { detail: string; fields: readonly string[] }): string {
  return fields.length === 0 ? detail : `${fields.join(', ')}: ${detail}`;
}

type RowsProps = { rows: readonly FileRow[]; results: Results; currency: string };

function Rows({ rows, results, currency }: RowsProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard
    <div className="scrolls" tabIndex={0} role="region" aria-label={t(words.result)}>
      <table className="table plain">
        <thead>
          <tr>
            <th className="num">{t(words.row)}</th>
            <th className="num">{t(words.amountToPay)}</th>
            <th>{t(words.toWhom)}</th>
            <th>{t(words.result)}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ line, cells, link, faults }) => {
            const result = results.get(line);
            const { firstName, lastName, email, phone, customerId, amount } = cells;
            const name = [firstName, lastName].filter(Boolean).join(' ');
            const wrong = result?.refusal ?? (faults.length > 0 ? faults.join('; ') : undefined);
            return (
              <tr key={line}>
                <td className="num">{line}</td>
                <td className="num">{link.amount > 0 ? money(link.amount, currency) : amount}</td>
                <td>{name || email || phone || customerId}</td>
                <td>
                  {wrong !== undefined && <Tag tone="bad">{wrong}</Tag>}
                  {result?.address !== undefined && <Tag tone="good">{t(words.made)}</Tag>}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** The addresses are in these answers only. */
function save(rows: readonly FileRow[], results: Results): void {
  const lines = rows.map(({ line, cells, faults }) => {
    const { address = '', refusal = faults.join('; ') } = results.get(line) ?? {};
    return [String(line), cells.orderNumber ?? '', cells.amount ?? '', address, refusal];
  });
  const text = csvOf([['row', 'orderNumber', 'amount', 'address', 'fault'], ...lines]);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/csv' }));
  link.download = 'pay-links.csv';
  link.click();
  URL.revokeObjectURL(link.href);
}
