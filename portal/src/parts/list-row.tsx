import { Link } from 'wouter';
import { columnName } from '../data/list-address.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import type { Column, List } from './list-spec.ts';

type RowProps<Row> = {
  spec: List<Row>;
  row: Row;
  columns: readonly Column<Row>[];
  isAt: boolean;
  isChosen: boolean;
  /** Changed a moment ago. */
  isNews: boolean;
  onToggle: ((isRange: boolean) => void) | undefined;
  /** The row is about to be opened: by its link, or else by the listener. */
  onLeave(byLink: boolean): void;
};

/** A row: its cells, and on phones two lines of them. */
export function ListRow<Row>({
  spec,
  row,
  columns,
  isAt,
  isChosen,
  isNews,
  onToggle,
  onLeave,
}: RowProps<Row>) {
  const classes = [isAt && 'at', isChosen && 'chosen', isNews && 'news', spec.href && 'opens']
    .filter(Boolean)
    .join(' ');
  const linked = columns.find(({ onPhone }) => onPhone === 1) ?? columns[0];
  return (
    <tr
      className={classes}
      onClick={({ target }) => {
        if (!(target as HTMLElement).closest('a, button, input, [role="menu"]')) onLeave(false);
      }}
    >
      {onToggle && (
        <td>
          <input
            type="checkbox"
            aria-label={t(common.select(spec.label(row)))}
            checked={isChosen}
            onChange={({ nativeEvent }) =>
              onToggle(nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </td>
      )}
      {columns.map((column) => {
        const { cell, isNumber, stretches, onPhone } = column;
        const names = [
          isNumber && 'num',
          stretches && 'stretch soft wide-only',
          onPhone && `p${onPhone}`,
        ];
        const shown = cell(row);
        return (
          <td
            key={columnName(column)}
            className={names.filter(Boolean).join(' ')}
            title={stretches && typeof shown === 'string' ? shown : undefined}
          >
            {column === linked && spec.href ? (
              <Link className="whole" href={spec.href(row)} onClick={() => onLeave(true)}>
                {shown || <span className="unseen">{spec.label(row)}</span>}
              </Link>
            ) : (
              shown
            )}
          </td>
        );
      })}
    </tr>
  );
}
