import { Link } from 'wouter';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import type { ListSpec } from './list-spec.ts';

type RowProps<Row> = {
  spec: ListSpec<Row>;
  row: Row;
  isAt: boolean;
  isChosen: boolean;
  /** Changed a moment ago. */
  isNews: boolean;
  onToggle: ((isRange: boolean) => void) | undefined;
  onOpen(): void;
};

/** A row: its cells, and on phones two lines of them. */
export function ListRow<Row>({
  spec,
  row,
  isAt,
  isChosen,
  isNews,
  onToggle,
  onOpen,
}: RowProps<Row>) {
  const classes = [isAt && 'at', isChosen && 'chosen', isNews && 'news', spec.href && 'opens']
    .filter(Boolean)
    .join(' ');
  return (
    <tr
      className={classes}
      onClick={({ target }) => {
        if (!(target as HTMLElement).closest('a, button, input, [role="menu"]')) onOpen();
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
      {spec.columns.map(({ title, cell, isNumber, stretches, onPhone }) => {
        const names = [
          isNumber && 'num',
          stretches && 'stretch soft wide-only',
          onPhone && `p${onPhone}`,
        ];
        const shown = cell(row);
        return (
          <td
            key={t(title)}
            className={names.filter(Boolean).join(' ')}
            title={stretches && typeof shown === 'string' ? shown : undefined}
          >
            {onPhone === 1 && spec.href ? (
              <Link className="whole" href={spec.href(row)}>
                {shown || spec.label(row)}
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
