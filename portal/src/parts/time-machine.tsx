import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Clock } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { moment, number, since, zoneName } from '../data/format.ts';
import { locale, t } from '../words/language.ts';
import { sandbox as words } from '../words/sandbox.ts';
import { timerOf } from '../words/timers.ts';
import { Button } from './button.tsx';
import { Shape } from './icon.tsx';
import { Bones, Fault, Note } from './show.tsx';

const hourMs = 3_600_000;

/** The clock of the sandbox, the ways to move it on, and what is due. */
export function TimeMachine() {
  const { client, business, may } = useHere();
  const [target, setTarget] = useState<Date>();
  const [former, setFormer] = useState<Clock>();
  const found = useQuery({
    queryKey: [business.id, 'sandbox clock'],
    queryFn: async () => await client.sandbox.clock(),
  });
  const clock = found.data;
  const advance = useChange(
    (hours: number, options) => client.sandbox.advance({ hours }, options),
    {
      done: ({ now, timeZone }) => ({
        text: t(words.movedTo(moment(now, timeZone, new Date(now)))),
      }),
    },
  );
  if (found.error)
    return (
      <div className="pad">
        <Fault error={found.error} />
      </div>
    );
  if (!clock) return <Bones />;
  const { now, timeZone, aheadSeconds, timers } = clock;
  const at = new Date(now);
  const move = (hours: number) => {
    setFormer(clock);
    setTarget(new Date(at.getTime() + hours * hourMs));
    advance.mutate(hours);
  };
  const next = timers[0];
  // The clock moves by whole hours: the first of them at which it is due.
  const hoursToNext = next
    ? Math.max(1, Math.ceil((new Date(next.at).getTime() - at.getTime()) / hourMs))
    : 1;
  const day = at.toLocaleString(locale, {
    timeZone,
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
  });
  const year = at.toLocaleDateString(locale, { timeZone, year: 'numeric' });
  const city = zoneName(timeZone);
  const ahead =
    aheadSeconds >= 60
      ? ` · ${t(words.ahead(since(now, new Date(at.getTime() + aheadSeconds * 1000))))}`
      : '';
  return (
    <>
      <section className="clock" aria-labelledby="clock-title">
        <h2 id="clock-title" className="soft">
          {t(words.clock)}
        </h2>
        <p className="now">
          {day}
          <small>{`${year}, ${city}${ahead}`}</small>
        </p>
        {may('administer') && !advance.isPending && (
          <div className="btns">
            <Button icon="plus" onClick={() => move(1)}>
              {t(words.hour)}
            </Button>
            <Button look="main" icon="plus" onClick={() => move(24)}>
              {t(words.day)}
            </Button>
            <Button icon="plus" onClick={() => move(168)}>
              {t(words.week)}
            </Button>
            {next && (
              <Button icon="clock" onClick={() => move(hoursToNext)}>
                {t(words.toNext)}
              </Button>
            )}
          </div>
        )}
        {may('administer') && <p className="soft small hint2">{t(words.oneWay)}</p>}
      </section>
      {(advance.isPending || advance.error || advance.data) && (
        <div className="pad note-pad">
          {advance.isPending && target ? (
            <Note tone="move" title={t(words.moving(moment(target.toISOString(), timeZone, at)))}>
              {t(words.movingText)}
              <progress aria-label={t(words.moving(''))} />
            </Note>
          ) : (
            <Fault error={advance.error} />
          )}
          {advance.data && former && !advance.isPending && (
            <Became former={former} now={advance.data.now} />
          )}
        </div>
      )}
      <h2 className="pad-h">{t(words.due)}</h2>
      {timers.length === 0 && <p className="pad soft">{t(words.nothingDue)}</p>}
      <Due timers={timers.slice(0, 30)} timeZone={timeZone} now={at} isLater />
    </>
  );
}

/** Work that came due between the former time and the present one. */
function Became({ former, now }: { former: Clock; now: string }) {
  const passed = former.timers.filter(({ at }) => at <= now);
  if (passed.length === 0) return <Note tone="still" title={t(words.nothingBecame)} />;
  return (
    <Note tone="good" title={t(words.became(number(passed.length)))}>
      <Due timers={passed.slice(0, 10)} timeZone={former.timeZone} now={new Date(now)} />
    </Note>
  );
}

type DueProps = {
  timers: Clock['timers'];
  timeZone: string;
  now: Date;
  isLater?: boolean;
};

function Due({ timers, timeZone, now, isLater = false }: DueProps) {
  return (
    <ol>
      {timers.map(({ at, name }) => {
        const { word, of } = timerOf(name);
        return (
          <li
            key={`${at} ${name}`}
            className={isLater ? 'due later' : 'due'}
            data-tone={isLater ? undefined : 'good'}
          >
            <time dateTime={at}>{moment(at, timeZone, now)}</time>
            <Shape name={isLater ? 'waiting' : 'captured'} />
            <span className="cut" title={name}>
              {t(word)}
            </span>
            <span className="num">{of}</span>
          </li>
        );
      })}
    </ol>
  );
}
