import { useState } from 'react';
import { columnName } from '../data/list-address.ts';
import { densities, useDensity } from '../data/preferences.ts';
import { t } from '../words/language.ts';
import { lists } from '../words/lists.ts';
import { Button, IconButton } from './button.tsx';
import { Check } from './field.tsx';
import type { Column } from './list-spec.ts';
import { Menu } from './menu.tsx';
import { iconTrigger, Popover } from './popover.tsx';

/* How a list looks: its columns, and how high its rows are. */

type ColumnsProps<Row> = {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  /** Undefined: as the list comes. */
  onChange(names: readonly string[] | undefined): void;
};

/** Which columns are shown, and in which order. */
export function ColumnsMenu<Row>({ columns, shown, onChange }: ColumnsProps<Row>) {
  const [isOpen, setOpen] = useState(false);
  const names = shown.map(columnName);
  const hidden = columns.filter((column) => !shown.includes(column));
  const move = (from: number, to: number) => {
    const next = names.toSpliced(from, 1);
    onChange(next.toSpliced(to, 0, names[from]!));
  };
  return (
    <Popover
      label={t(lists.columns)}
      align="end"
      isOpen={isOpen}
      onOpen={setOpen}
      trigger={iconTrigger('columns', t(lists.columns))}
    >
      <ul className="columns-menu">
        {[...shown, ...hidden].map((column, i) => {
          const title = t(column.title);
          const name = columnName(column);
          const isShown = i < shown.length;
          return (
            <li key={name}>
              <Check
                label={title}
                value={isShown}
                onChange={(isOn) =>
                  onChange(isOn ? [...names, name] : names.filter((one) => one !== name))
                }
              />
              {isShown && (
                <>
                  <IconButton
                    icon="up"
                    label={t(lists.moveUp(title))}
                    disabled={i === 0}
                    onClick={() => move(i, i - 1)}
                  />
                  <IconButton
                    icon="down"
                    label={t(lists.moveDown(title))}
                    disabled={i === shown.length - 1}
                    onClick={() => move(i, i + 1)}
                  />
                </>
              )}
            </li>
          );
        })}
      </ul>
      <Button small look="plain" onClick={() => onChange(undefined)}>
        {t(lists.usualColumns)}
      </Button>
    </Popover>
  );
}

export function DensityMenu() {
  const [density, choose] = useDensity();
  return (
    <Menu
      label={t(lists.density)}
      align="end"
      trigger={iconTrigger('rows', t(lists.density))}
      items={densities.map((one) => ({
        text: t(lists[one]),
        isChosen: one === density,
        onChoose: () => choose(one),
      }))}
    />
  );
}
