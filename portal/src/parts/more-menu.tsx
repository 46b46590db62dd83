import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Menu, type MenuItem } from './menu.tsx';
import { iconTrigger } from './popover.tsx';

type Props = {
  items: readonly (MenuItem | false)[];
  /** Of what, where a page has several. */
  of?: string;
};

/** What is done seldom, on phones what has no room in the head, and what can be done with one row. */
export function MoreMenu({ items, of }: Props) {
  const shown = items.filter((item): item is MenuItem => item !== false);
  if (shown.length === 0) return null;
  const label = t(of === undefined ? common.more : common.moreOf(of));
  return <Menu label={label} align="end" items={shown} trigger={iconTrigger('more', label)} />;
}
