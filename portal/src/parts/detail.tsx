import type { ReactNode } from 'react';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Sheet } from './sheet.tsx';
import { Bones, Fault, State } from './show.tsx';

type Props<Data> = {
  found: { readonly data: Data | undefined; readonly error: unknown; refetch(): Promise<unknown> };
  /** While it is read, and when it cannot be. */
  title: string;
  titleOf?(data: Data): string;
  crumb?: { readonly text: string; readonly href: string };
  beside?(data: Data): ReactNode;
  actions?(data: Data): ReactNode;
  children(data: Data): ReactNode;
};

/** The screen of one object: bones while it is read, and what failed in their place. */
export function Detail<Data>({
  found,
  title,
  titleOf,
  crumb,
  beside,
  actions,
  children,
}: Props<Data>) {
  const { data, error } = found;
  return (
    <Sheet
      title={data === undefined ? title : (titleOf?.(data) ?? title)}
      {...(crumb && { crumb })}
      beside={data !== undefined && beside?.(data)}
      actions={data !== undefined && actions?.(data)}
    >
      {data !== undefined ? (
        children(data)
      ) : error ? (
        <div className="pad">
          <Fault error={error} retry={() => void found.refetch()} />
        </div>
      ) : (
        <Bones />
      )}
    </Sheet>
  );
}

type ObjectProps = {
  /** The largest thing of the page: an amount, or a name. */
  headline: ReactNode;
  /** Small, beside the headline: its currency. */
  unit?: string;
  /** The name of a state, or how it is shown. */
  state?: ReactNode;
  /** One short line of facts; what is empty is left out. */
  sub: readonly ReactNode[];
  /** An urgent notice about it. */
  notes?: ReactNode;
  /** Its facts. */
  side: ReactNode;
  sideTitle?: string;
  /** Its parts. */
  children?: ReactNode;
};

/** One object: its headline and what belongs to it, with its facts beside them. */
export function ObjectFrame({
  headline,
  unit,
  state,
  sub,
  notes,
  side,
  sideTitle = t(common.details),
  children,
}: ObjectProps) {
  return (
    <div className="split">
      <div>
        <div className="pad">
          <div className="title">
            <span className="sum">
              {headline}
              {unit !== undefined && <small>{unit}</small>}
            </span>
            {typeof state === 'string' ? <State state={state} badge /> : state}
          </div>
          <p className="sub">
            {sub.map((one, i) => {
              const isEmpty = one === null || one === undefined || one === '' || one === false;
              // biome-ignore lint/suspicious/noArrayIndexKey: each has its place in the line
              return !isEmpty && <span key={i}>{one}</span>;
            })}
          </p>
          {notes}
        </div>
        {children}
      </div>
      <aside aria-label={sideTitle}>{side}</aside>
    </div>
  );
}
