import { useHere } from '../data/business.tsx';
import { calendarDay, dayNear } from '../data/format.ts';
import { due as words } from '../words/due.ts';
import { t } from '../words/language.ts';
import type { Column } from './list-spec.ts';
import { Tag } from './show.tsx';

type Due = { readonly dueOn: string | null; readonly isOverdue: boolean };

/** The day by which something is to be paid; once that is over it says so, in its tone. */
export function DueDay({ dueOn, isOverdue }: Due) {
  const { business, now } = useHere();
  if (dueOn === null) return null;
  const day = (
    <time dateTime={dueOn} title={calendarDay(dueOn)}>
      {dayNear(dueOn, business.timeZone, now())}
    </time>
  );
  if (!isOverdue) return <span className="soft">{day}</span>;
  return (
    <>
      <Tag tone="bad">{t(words.overdue)}</Tag> {day}
    </>
  );
}

export function dueColumn<Row extends Due>(): Column<Row> {
  return {
    title: words.due,
    cell: ({ dueOn, isOverdue }) => <DueDay dueOn={dueOn} isOverdue={isOverdue} />,
  };
}
