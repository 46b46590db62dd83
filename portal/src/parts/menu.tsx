import { type ComponentProps, type KeyboardEvent, useState } from 'react';
import { Icon, type IconName } from './icon.tsx';
import { Popover } from './popover.tsx';

export type MenuItem = {
  readonly text: string;
  readonly icon?: IconName;
  readonly hint?: string;
  /** Details, cut to a few lines. */
  readonly below?: string;
  /** Where one of them is chosen: whether it is this one. */
  readonly isChosen?: boolean;
  onChoose(): void;
};

type Props = Pick<ComponentProps<typeof Popover>, 'trigger' | 'label' | 'align' | 'className'> & {
  items: readonly MenuItem[];
};

/** Acts one below the other. Arrows, Home, End and first letters go through them. */
export function Menu({ items, ...rest }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover {...rest} role="menu" isOpen={isOpen} onOpen={setOpen} onKeyDown={moveFocus}>
      {items.map(({ text, icon, hint, below, isChosen, onChoose }) => (
        <button
          key={text}
          type="button"
          {...(isChosen === undefined
            ? { role: 'menuitem' }
            : { role: 'menuitemradio', 'aria-checked': isChosen })}
          tabIndex={-1}
          className="goes"
          onClick={() => {
            setOpen(false);
            onChoose();
          }}
        >
          {icon && <Icon name={icon} />}
          {below === undefined ? (
            <span className="grow">{text}</span>
          ) : (
            <span className="grow lines">
              <b>{text}</b>
              <small>{below}</small>
            </span>
          )}
          {hint !== undefined && <small className="soft">{hint}</small>}
          {isChosen && <Icon name="check" small />}
        </button>
      ))}
    </Popover>
  );
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('button')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  const next = nextOf(event.key, items, at);
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Undefined: the key moves nothing. At the end it begins anew. */
function nextOf(key: string, items: readonly HTMLElement[], at: number): HTMLElement | undefined {
  if (key === 'ArrowDown') return items[(at + 1) % items.length];
  if (key === 'ArrowUp') return items.at(Math.max(at, 0) - 1);
  if (key === 'Home') return items[0];
  if (key === 'End') return items.at(-1);
  const behind = [...items.slice(at + 1), ...items.slice(0, at + 1)];
  const begins = ({ textContent }: HTMLElement) =>
    textContent.toLowerCase().startsWith(key.toLowerCase());
  return key.length === 1 && key !== ' ' ? behind.find(begins) : undefined;
}
