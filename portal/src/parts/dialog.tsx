import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { focusAt, placeOf } from '../data/kept-focus.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Icon } from './icon.tsx';

type Props = {
  title: string;
  children: ReactNode;
  /** The main button and what stands before it; beside them is Cancel. */
  foot?: ReactNode;
  onClose(): void;
  /** Enter, Ctrl Enter in a text of several lines, or the main button. */
  onSubmit?(): void;
};

const firstAsked = '.in :is(input, select, textarea, button):not(:disabled), footer .btn';

/**
 * The browser's own dialog: what lies behind it is inert, Esc closes it, and the focus comes back. A click beside it
 * closes nothing, since something may be typed.
 */
export function Dialog({ title, children, foot, onClose, onSubmit }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const opened = placeOf(document.activeElement);
    const shown = dialog.current;
    shown?.showModal();
    // Focuses the first field; the close button stands before it in the page.
    shown?.querySelector<HTMLElement>(firstAsked)?.focus();
    return () => {
      // Where it is hidden, and not gone: it would keep all else inert.
      shown?.close();
      focusAt(opened);
    };
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit?.();
        event.stopPropagation();
      }}
    >
      <form onSubmit={submit} noValidate>
        <header>
          <h2 id={titleId}>{title}</h2>
          <button
            type="button"
            className="btn square s plain"
            aria-label={t(common.close)}
            title={t(common.close)}
            onClick={onClose}
          >
            <Icon name="x" />
          </button>
        </header>
        <div className="in">{children}</div>
        {foot !== undefined && (
          <footer>
            <button type="button" className="btn" onClick={onClose}>
              {t(common.cancel)}
            </button>
            {foot}
          </footer>
        )}
      </form>
    </dialog>
  );
}
