import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Icon } from './icon.tsx';

type Props = {
  title: string;
  /** Content beside the title: a count, a period. */
  beside?: ReactNode;
  /** The list that this object is of. */
  crumb?: { readonly text: string; readonly href: string };
  actions?: ReactNode;
  tabs?: ReactNode;
  toolbar?: ReactNode;
  foot?: ReactNode;
  /** Floats over the body. */
  float?: ReactNode;
  children: ReactNode;
};

/** The path of the screen that was shown last; undefined before the first one. */
let shownPath: string | undefined;
/** True once another screen followed the one that the browser loaded, which it tells by itself. */
let hasMoved = false;

/**
 * On the way from one screen to another what had the focus is gone, and nobody would hear that there is another page: its
 * heading gets the focus, and gets it again when the sheet of what was read takes the place of the one that waited. What
 * somebody holds within the screen, or in a dialog, stays.
 */
function useFocusOfScreen(heading: RefObject<HTMLHeadingElement | null>): void {
  const [path] = useLocation();
  useEffect(() => {
    const isOther = path !== shownPath;
    hasMoved ||= isOther && shownPath !== undefined;
    shownPath = path;
    const held = document.activeElement?.closest(isOther ? 'main, dialog' : 'body *');
    if (hasMoved && !held) heading.current?.focus({ preventScroll: true });
  }, [path, heading]);
}

/** The sheet that work lies on: head, tabs, toolbar, the body that scrolls, foot. */
export function Sheet({
  title,
  beside,
  crumb,
  actions,
  tabs,
  toolbar,
  foot,
  float,
  children,
}: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${title} · Quittance`;
  }, [title]);
  useFocusOfScreen(heading);
  return (
    <main className="sheet" id="main" tabIndex={-1}>
      <header className="head">
        {crumb && (
          <>
            <Link className="crumb" href={crumb.href} aria-label={crumb.text}>
              <span className="desk-only">{crumb.text}</span>
              <span className="phone-only">
                <Icon name="back" />
              </span>
            </Link>
            <span className="desk-only faint">
              <Icon name="right" small />
            </span>
          </>
        )}
        {/* Until an object is there this is the name of its list; then it is announced again. */}
        <h1 ref={heading} tabIndex={-1} aria-live="polite">
          {title}
        </h1>
        <span className="soft grow">{beside}</span>
        {actions}
      </header>
      {tabs}
      {toolbar}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by the keyboard */}
      <div className="body" tabIndex={0} role="region" aria-label={title}>
        {children}
      </div>
      {float}
      {foot && <footer className="foot">{foot}</footer>}
    </main>
  );
}

type Tab = { readonly key: string; readonly text: string; readonly count?: number | undefined };

/** Parts of one object; the chosen one is in the address. */
export function Tabs({
  tabs,
  current,
  onChoose,
}: {
  tabs: readonly Tab[];
  current: string;
  onChoose(key: string): void;
}) {
  return (
    <nav className="tabs" aria-label={t(common.details)}>
      {tabs.map(({ key, text, count }) => (
        <button
          key={key}
          type="button"
          aria-current={key === current ? 'true' : undefined}
          onClick={() => onChoose(key)}
        >
          {text}
          {count ? <em className="count">{count}</em> : null}
        </button>
      ))}
    </nav>
  );
}
