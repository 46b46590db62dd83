import type { ReactNode } from 'react';
import { useHere } from '../data/business.tsx';
import { dayIn, fullMoment, gap, nearDay, preciseTime, zoneName } from '../data/format.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { payments as words } from '../words/payments.ts';
import type { Tone } from '../words/states.ts';
import { Empty } from './show.tsx';

/** One thing that happened. */
export type Step = {
  readonly key: string;
  readonly at: string;
  readonly tone?: Tone | undefined;
  readonly knob: ReactNode;
  readonly name: string;
  readonly why?: ReactNode;
  /** The text that came with it. */
  readonly box?: ReactNode;
};

/** Shows steps, the oldest first; each day has its line, each step its distance from the one before. */
export function Timeline({ steps }: { steps: readonly Step[] }) {
  const { business, now } = useHere();
  const { timeZone } = business;
  if (steps.length === 0) return <Empty icon="clock" title={t(words.nothingYet)} />;
  const rows = [...steps].sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
  return (
    <ol className="tl" aria-label={t(common.details)}>
      {rows.flatMap((step, i) => {
        const before = rows[i - 1];
        const isNewDay =
          !before || dayIn(new Date(before.at), timeZone) !== dayIn(new Date(step.at), timeZone);
        const edge = [i === 0 && 'first', i === rows.length - 1 && 'last'];
        return [
          isNewDay && (
            <li key={`day ${step.key}`} className="tl-day">
              {nearDay(new Date(step.at), timeZone, now())}
              {i === 0 && ` · ${t(words.timesOf(zoneName(timeZone)))}`}
            </li>
          ),
          <li
            key={step.key}
            className={['ev', ...edge].filter(Boolean).join(' ')}
            data-tone={step.tone}
          >
            <time dateTime={step.at} title={fullMoment(step.at, timeZone)}>
              {preciseTime(step.at, timeZone)}
              {before && <small>{distance(before.at, step.at)}</small>}
            </time>
            <span className="knob">{step.knob}</span>
            <div className="what">
              <p>
                <b>{step.name}</b>{' '}
                {step.why !== undefined && <span className="why">{step.why}</span>}
              </p>
              {step.box}
            </div>
          </li>,
        ];
      })}
    </ol>
  );
}

function distance(from: string, to: string): string {
  return from === to ? t(words.sameMoment) : gap(from, to);
}
