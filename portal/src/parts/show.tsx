import { type ReactNode, useState } from 'react';
import { useHere } from '../data/business.tsx';
import { isRefused, tellError } from '../data/change.tsx';
import * as format from '../data/format.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { lookOf, type Tone } from '../words/states.ts';
import { useClipboard } from './clipboard.tsx';
import { Icon, type IconName, Shape } from './icon.tsx';

/* How single facts are shown, on every screen the same. */

/** A state: shape and word. As a badge only where one object has the page to itself. */
export function State({ state, badge = false }: { state: string; badge?: boolean }) {
  const { tone, shape, word } = lookOf(state);
  return (
    <span className={badge ? 'state badge' : 'state'} data-tone={tone}>
      <Shape name={shape} />
      {t(word)}
    </span>
  );
}

export function Tag({ tone, children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className="tag" data-tone={tone}>
      {children}
    </span>
  );
}

/** A moment by the clock and in the zone of the business; the whole moment is its title. */
export function When({ at }: { at: string | null | undefined }) {
  const { business, now } = useHere();
  if (!at) return null;
  return (
    <time dateTime={at} title={format.fullMoment(at, business.timeZone)}>
      {format.moment(at, business.timeZone, now())}
    </time>
  );
}

export function Amount({ minor, currency }: { minor: number; currency: string }) {
  return <span className="amount">{format.money(minor, currency)}</span>;
}

type MethodProps = { method: string; brand: string | null; last4: string | null };

/** Visa •••• 4242 */
export function Method({ method, brand, last4 }: MethodProps) {
  const name = method === 'bank' ? t(common.bank) : format.brandName(brand) || t(common.card);
  return (
    <>
      {name} {last4 && <span className="digits">•••• {last4}</span>}
    </>
  );
}

/** An identifier: head and tail of a long one, and the whole of it as the title. */
export function Id({ text, head }: { text: string; head?: number }) {
  return (
    <span className="digits" title={text}>
      {format.shortId(text, head)}
    </span>
  );
}

/** An identifier with a button that copies it. Long ones show head and tail. */
export function Copy({ text }: { text: string }) {
  const [isCopied, setCopied] = useState(false);
  const copyText = useClipboard();
  const copy = async () => {
    if (!(await copyText(text))) return;
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <button type="button" className="copy" title={text} onClick={copy}>
      <span className="unseen">{t(isCopied ? common.copied : common.copy(''))}</span>
      {format.shortId(text)}
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  );
}

export type Fact = readonly [term: string, value: ReactNode, isTotal?: 'total'];

/** Terms and values; a value that is absent is left out with its term. */
export function Facts({
  facts,
  left = false,
}: {
  facts: readonly (Fact | false | undefined)[];
  left?: boolean;
}) {
  const shown = facts.filter(
    (fact): fact is Fact =>
      Boolean(fact) &&
      (fact as Fact)[1] !== null &&
      (fact as Fact)[1] !== undefined &&
      (fact as Fact)[1] !== '',
  );
  return (
    <dl className={left ? 'facts left' : 'facts'}>
      {shown.map(([term, value, total]) => (
        <FactRow key={term} {...{ term, value, total }} />
      ))}
    </dl>
  );
}

function FactRow({
  term,
  value,
  total,
}: {
  term: string;
  value: ReactNode;
  total: 'total' | undefined;
}) {
  return (
    <>
      <dt className={total}>{term}</dt>
      <dd className={total}>{value}</dd>
    </>
  );
}

/** A part of the facts beside an object. */
export function SideBlock({
  title,
  link,
  children,
}: {
  title: string;
  link?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="side-block">
      {link ? (
        <div className="row wide">
          <h2>{title}</h2>
          {link}
        </div>
      ) : (
        <h2>{title}</h2>
      )}
      {children}
    </section>
  );
}

const noteIcons: Readonly<Record<Tone, IconName>> = {
  good: 'check',
  move: 'clock',
  wait: 'alert',
  bad: 'alert',
  doubt: 'ask',
  still: 'ask',
};

/** A notice that stays: a bold first sentence, then what it means and a way out. */
export function Note({
  tone,
  title,
  isWorking = false,
  children,
}: {
  tone: Tone;
  title: string;
  /** True while something goes on: a sign of it turns. */
  isWorking?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className="note" data-tone={tone} role={tone === 'bad' ? 'alert' : undefined}>
      {isWorking ? (
        <span className="turning" aria-hidden="true" />
      ) : (
        <Icon name={noteIcons[tone]} />
      )}
      <div className="grow">
        <b>{title}</b>
        {children !== undefined && <div>{children}</div>}
      </div>
    </div>
  );
}

/** Shows an error where it happened; an object that does not exist is none. */
export function Fault({ error, retry }: { error: unknown; retry?: () => void }) {
  if (!error) return null;
  // Reading it once more finds no more of it.
  if (retry && isRefused(error, 'not_found'))
    return <Empty icon="search" title={t(common.notThere)} text={t(common.notThereText)} />;
  return (
    <Note tone="bad" title={tellError(error)}>
      {retry && (
        <button type="button" className="link" onClick={retry}>
          {t(common.retry)}
        </button>
      )}
    </Note>
  );
}

type EmptyProps = { icon: IconName; title: string; text?: string; children?: ReactNode };

/** Nothing here: what to do next, in one sentence and one button. */
export function Empty({ icon, title, text, children }: EmptyProps) {
  return (
    <div className="empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {text !== undefined && <p>{text}</p>}
      {children !== undefined && <div className="btns">{children}</div>}
    </div>
  );
}

/** Rows that are still on their way. */
export function Bones({ rows = 6 }: { rows?: number }) {
  return (
    <div className="pad stack" role="status" aria-label={t(common.loading)}>
      {Array.from({ length: rows }, (_, i) => i).map((i) => (
        <span key={i} className={`bone w${(i % 4) + 1}`} />
      ))}
    </div>
  );
}

export function Card({
  title,
  tools,
  children,
}: {
  title: string;
  tools?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="card">
      <header>
        <h2 className="grow">{title}</h2>
        {tools}
      </header>
      {children}
    </section>
  );
}
