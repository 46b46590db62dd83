import { Menu } from '@base-ui/react/menu';
import { Popover } from '@base-ui/react/popover';
import { columnName } from '../data/list-address.ts';
import { type Density, densities, useDensity } from '../data/preferences.ts';
import { t } from '../words/language.ts';
import { lists } from '../words/lists.ts';
import { Button, IconButton } from './button.tsx';
import { Check } from './field.tsx';
import { Icon } from './icon.tsx';
import type { Column } from './list-spec.ts';

/* How a list looks: its columns, and how high its rows are. */

type ColumnsProps<Row> = {
  columns: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  /** Undefined: as the list comes. */
  onChange(names: readonly string[] | undefined): void;
};

/** Which columns are shown, and in which order. */
export function ColumnsMenu<Row>({ columns, shown, onChange }: ColumnsProps<Row>) {
  const names = shown.map(columnName);
  const hidden = columns.filter((column) => !shown.includes(column));
  const move = (from: number, to: number) => {
    const next = names.toSpliced(from, 1);
    onChange(next.toSpliced(to, 0, names[from]!));
  };
  return (
    <Popover.Root>
      <Popover.Trigger
        className="btn square s plain"
        aria-label={t(lists.columns)}
        title={t(lists.columns)}
      >
        <Icon name="columns" />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="over">
          <Popover.Popup className="menu" aria-label={t(lists.columns)}>
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
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

export function DensityMenu() {
  const [density, choose] = useDensity();
  return (
    <Menu.Root>
      <Menu.Trigger
        className="btn square s plain"
        aria-label={t(lists.density)}
        title={t(lists.density)}
      >
        <Icon name="rows" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={6} align="end" className="over">
          <Menu.Popup className="menu">
            <Menu.RadioGroup value={density} onValueChange={(next: Density) => choose(next)}>
              {densities.map((one) => (
                <Menu.RadioItem key={one} value={one} closeOnClick>
                  <span className="grow">{t(lists[one])}</span>
                  <Menu.RadioItemIndicator>
                    <Icon name="check" small />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
