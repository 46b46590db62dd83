import { type ReactNode, useEffect } from 'react';
import { Link } from 'wouter';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Icon } from './icon.tsx';

type Props = {
  title: string;
  /** What stands beside the title: a count, a period. */
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
  useEffect(() => {
    document.title = `${title} · Quittance`;
  }, [title]);
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
        <h1>{title}</h1>
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
          {count !== undefined && <em className="count">{count}</em>}
        </button>
      ))}
    </nav>
  );
}
