import {
  type ComponentProps,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { createPortal } from 'react-dom';
import { Icon, type IconName } from './icon.tsx';

type Trigger = Omit<ComponentProps<'button'>, 'type' | 'ref' | 'onClick'>;

/** A trigger that looks as an `IconButton`. */
export function iconTrigger(icon: IconName, label: string): Trigger {
  const className = 'btn square s plain';
  return { className, 'aria-label': label, title: label, children: <Icon name={icon} /> };
}

type Props = {
  /** Content of the button that opens it. */
  trigger: Trigger;
  label: string;
  isOpen: boolean;
  onOpen(isOpen: boolean): void;
  role?: 'dialog' | 'menu';
  /** The edge of the button that it shares. */
  align?: 'start' | 'end';
  className?: string;
  onKeyDown?(event: KeyboardEvent<HTMLElement>): void;
  children: ReactNode;
};

/**
 * The browser's own popover beside the button that opens it: it lies above all else, and the page behind it goes on. Esc, a
 * press beside it and a focus that leaves it close it, and the focus comes back.
 */
export function Popover({ trigger, isOpen, onOpen, role = 'dialog', ...rest }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const marksFirst = useRef(true);
  const id = useId();
  const toggle = ({ detail, nativeEvent }: MouseEvent) => {
    const isTouch = (nativeEvent as PointerEvent).pointerType === 'touch';
    // After a finger no keyboard comes up by itself, and after a click no item of a menu is marked.
    marksFirst.current = role === 'menu' ? detail === 0 : !isTouch;
    onOpen(!isOpen);
  };
  return (
    <>
      <button
        {...trigger}
        ref={button}
        type="button"
        aria-haspopup={role}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={toggle}
      />
      {isOpen &&
        // The surroundings of the button neither style nor clip it; and it stands outside of all landmarks of the page.
        createPortal(
          <section aria-label={rest.label}>
            <Opened {...rest} {...{ button, marksFirst, id, role }} onClose={() => onOpen(false)} />
          </section>,
          // Beside an open dialog all else is inert.
          button.current?.closest('dialog') ?? document.body,
        )}
    </>
  );
}

type OpenedProps = Omit<Props, 'trigger' | 'isOpen' | 'onOpen'> & {
  button: RefObject<HTMLButtonElement | null>;
  marksFirst: RefObject<boolean>;
  id: string;
  onClose(): void;
};

const reached = ':is(input, select, textarea, button):not(:disabled), a';

function Opened(props: OpenedProps) {
  const { button, marksFirst, id, role, label, align, className = 'menu', children } = props;
  const popup = useRef<HTMLDivElement>(null);
  const close = useRef(props.onClose);
  close.current = props.onClose;
  useLayoutEffect(() => {
    const [shown, opener] = [popup.current!, button.current!];
    const place = () => placeBeside(shown, opener, align);
    shown.showPopover();
    place();
    const first = marksFirst.current ? shown.querySelector<HTMLElement>(reached) : null;
    (first ?? shown).focus({ preventScroll: true });
    marksFirst.current = true;

    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    const leave = ({ target }: Event) => {
      const isOwn = [shown, opener].some((one) => one.contains(target as Node));
      if (!isOwn) close.current();
    };
    for (const kind of ['pointerdown', 'focusin']) addEventListener(kind, leave, options);
    for (const kind of ['scroll', 'resize']) addEventListener(kind, place, options);
    const sizes = new ResizeObserver(place);
    sizes.observe(shown);
    return () => {
      ended.abort();
      sizes.disconnect();
      const held = document.activeElement;
      if (held === document.body || shown.contains(held)) opener.focus({ preventScroll: true });
    };
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const { key, shiftKey, currentTarget } = event;
    const last = [...currentTarget.querySelectorAll(reached)].at(shiftKey ? 0 : -1);
    const leaves = role === 'menu' || document.activeElement === last;
    if (key === 'Escape') event.preventDefault();
    // From the button, which gets the focus back, Tab goes on through the page.
    if (key === 'Escape' || (key === 'Tab' && leaves)) props.onClose();
    else props.onKeyDown?.(event);
  };
  return (
    <div
      {...{ id, role, className, 'aria-label': label, onKeyDown }}
      ref={popup}
      popover="manual"
      tabIndex={-1}
    >
      {children}
    </div>
  );
}

const gap = 4;
const edge = 8;

/** Below the button, or above it where there is no room below; never beyond the window. */
function placeBeside(popup: HTMLElement, opener: HTMLElement, align: Props['align']): void {
  const { left, right, top, bottom } = opener.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = popup;
  const { clientWidth, clientHeight } = document.documentElement;
  const [below, above] = [bottom + gap, top - gap - height];
  const isAbove = below + height + edge > clientHeight && above >= edge;
  const within = (at: number, room: number) => `${Math.max(edge, Math.min(at, room - edge))}px`;
  popup.style.left = within(align === 'end' ? right - width : left, clientWidth - width);
  popup.style.top = within(isAbove ? above : below, clientHeight - height);
}
