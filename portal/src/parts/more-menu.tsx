import { Menu } from '@base-ui/react/menu';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Icon, type IconName } from './icon.tsx';

export type MoreItem = {
  readonly text: string;
  readonly icon: IconName;
  onChoose(): void;
};

type Props = {
  items: readonly (MoreItem | false)[];
  /** Of what, where a page has several. */
  of?: string;
};

/** What is done seldom, on phones what has no room in the head, and what can be done with one row. */
export function MoreMenu({ items, of }: Props) {
  const shown = items.filter((item): item is MoreItem => item !== false);
  if (shown.length === 0) return null;
  const label = t(of === undefined ? common.more : common.moreOf(of));
  return (
    <Menu.Root>
      <Menu.Trigger className="btn square s plain" aria-label={label} title={label}>
        <Icon name="more" />
      </Menu.Trigger>
      <Menu.Portal>
        {/* It stands outside of all landmarks of the page. */}
        <section aria-label={label}>
          <Menu.Positioner sideOffset={4} align="end" className="over">
            <Menu.Popup className="menu">
              {shown.map(({ text, icon, onChoose }) => (
                <Menu.Item key={text} onClick={onChoose}>
                  <Icon name={icon} />
                  {text}
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </section>
      </Menu.Portal>
    </Menu.Root>
  );
}
