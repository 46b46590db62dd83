import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Menu, type MenuItem } from './menu.tsx';
import { iconTrigger } from './popover.tsx';

type Props = {
  items: readonly (MenuItem | false)[];
  /** The object, if a page has several. */
  of?: string;
};

/** Rare acts, acts without room in the head of a phone, and acts on one row. */
export function MoreMenu({ items, of }: Props) {
  const shown = items.filter((item): item is MenuItem => item !== false);
  if (shown.length === 0) return null;
  const label = t(of === undefined ? common.more : common.moreOf(of));
  return <Menu label={label} align="end" items={shown} trigger={iconTrigger('more', label)} />;
}
