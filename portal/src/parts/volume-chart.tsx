import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { DayFigures } from '../../../clients/typescript/src/index.ts';
import { type Figures, volumeOf } from '../data/figures.ts';
import { calendarDay, money, shortMoney } from '../data/format.ts';
import { common } from '../words/common.ts';
import { home as words } from '../words/home.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { DayTable } from './day-table.tsx';

const height = 226;
const top = 10;
const bottom = 28;
const floor = height - bottom;
const lines = 4;
/** Between the parts of a bar. */
const gap = 1.5;

/** Charts the amounts of each day from cards and banks over the period before: as bars, or as a table. */
export function VolumeChart({ figures }: { figures: Figures }) {
  const [isTable, setTable] = useState(false);
  return (
    <div className="in">
      <div className="row wide wrap">
        <h2>{t(words.volume)}</h2>
        <div className="legend">
          {!isTable && <Legend count={figures.charted.length} />}
          <Button look="plain" small aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {t(isTable ? words.asChart : words.asTable)}
          </Button>
        </div>
      </div>
      {isTable ? (
        <DayTable figures={figures} />
      ) : (
        <Bars key={figures.charted.length} figures={figures} />
      )}
    </div>
  );
}

function Legend({ count }: { count: number }) {
  return (
    <>
      <span>
        <i className="swatch c1" />
        {t(words.cards)}
      </span>
      <span>
        <i className="swatch c2" />
        {t(common.bank)}
      </span>
      <span className="desk-only">
        <i className="swatch before" />
        {t(words.daysBefore(count))}
      </span>
    </>
  );
}

/** The width that the page gives it. */
function useWidth() {
  const ref = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const found = ref.current;
    if (!found) return;
    const observer = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 0));
    observer.observe(found);
    return () => observer.disconnect();
  }, []);
  return [ref, width] as const;
}

function Bars({ figures }: { figures: Figures }) {
  const { currency, charted, chartedBefore } = figures;
  const [ref, width] = useWidth();
  const [chosen, setChosen] = useState<number>();
  const step = stepFor(Math.max(...[...charted, ...chartedBefore].map(volumeOf)));
  const marks = Array.from({ length: lines + 1 }, (_, n) => shortMoney(n * step, currency));
  const left = Math.max(...marks.map(({ length }) => length)) * 6.5 + 12;
  const slot = (width - left) / charted.length;
  const middleOf = (i: number) => left + (i + 0.5) * slot;
  const yOf = (amount: number) => floor - (amount / (lines * step)) * (floor - top);
  const last = charted.length - 1;

  const point = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    const i = Math.floor((x - left) / slot);
    setChosen(i >= 0 && i <= last ? i : undefined);
  };
  const press = (event: KeyboardEvent) => {
    const to = {
      ArrowLeft: Math.max(0, (chosen ?? last + 1) - 1),
      ArrowRight: Math.min(last, (chosen ?? last - 1) + 1),
      Home: 0,
      End: last,
    }[event.key];
    if (to === undefined && (event.key !== 'Escape' || chosen === undefined)) return;
    event.preventDefault();
    event.stopPropagation();
    setChosen(to);
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: arrows choose a day
    <div ref={ref} role="group" aria-label={t(words.arrows)} tabIndex={0} onKeyDown={press}>
      <p className="unseen" aria-live="polite">
        {chosen !== undefined && sentenceOf(charted[chosen]!, currency)}
      </p>
      {width > 0 && (
        <svg
          className="chart"
          viewBox={`0 0 ${width} ${height}`}
          role="img"
          aria-label={summary(figures)}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setChosen(undefined)}
        >
          {marks.map((mark, n) => (
            <g key={mark}>
              <line
                className={n === 0 ? 'base' : 'grid'}
                x1={left}
                x2={width}
                y1={yOf(n * step)}
                y2={yOf(n * step)}
              />
              <text x={left - 8} y={yOf(n * step) + 4} textAnchor="end">
                {mark}
              </text>
            </g>
          ))}
          {charted.map((day, i) => (
            <Bar key={day.day} {...{ day, yOf }} middle={middleOf(i)} slot={slot} />
          ))}
          {chartedBefore.some((day) => volumeOf(day) > 0) && (
            <path
              className="sb"
              d={`M${chartedBefore
                .map((day, i) => `${middleOf(i).toFixed(1)} ${yOf(volumeOf(day)).toFixed(1)}`)
                .join('L')}`}
            />
          )}
          {charted.map(
            ({ day }, i) =>
              i % labelEvery(slot) === 0 && (
                <text
                  key={day}
                  x={Math.min(middleOf(i), width - 16)}
                  y={height - 8}
                  textAnchor="middle"
                >
                  {calendarDay(day, 'short')}
                </text>
              ),
          )}
          {chosen !== undefined && (
            <Crosshair
              figures={figures}
              chosen={chosen}
              at={middleOf(chosen)}
              left={left}
              width={width}
            />
          )}
        </svg>
      )}
    </div>
  );
}

type BarProps = { day: DayFigures; yOf(amount: number): number; middle: number; slot: number };

/** Cards below, banks above; pale while the day is not over. */
function Bar({ day: { cardAmount, bankAmount, isOver }, yOf, middle, slot }: BarProps) {
  const wide = Math.min(slot * 0.6, 44);
  const x = middle - wide / 2;
  const ofCards = floor - yOf(cardAmount);
  const ofBank = floor - yOf(bankAmount);
  const pale = isOver ? '' : ' today';
  return (
    <>
      {ofCards > 0 && (
        <path className={`c1${pale}`} d={block(x, floor, wide, ofCards, bankAmount === 0)} />
      )}
      {ofBank > 0 && (
        <path
          className={`c2${pale}`}
          d={block(x, floor - ofCards - (ofCards > 0 ? gap : 0), wide, ofBank, true)}
        />
      )}
    </>
  );
}

/** A part of a bar that stands on `base`; the upper corners of the highest are round. */
function block(x: number, base: number, wide: number, high: number, isHighest: boolean): string {
  const round = isHighest ? Math.min(2.5, high, wide / 2) : 0;
  const [l, r, up] = [x.toFixed(1), (x + wide).toFixed(1), (base - high).toFixed(1)];
  const shoulder = (base - high + round).toFixed(1);
  return (
    `M${l} ${base.toFixed(1)}V${shoulder}Q${l} ${up} ${(x + round).toFixed(1)} ${up}` +
    `H${(x + wide - round).toFixed(1)}Q${r} ${up} ${r} ${shoulder}V${base.toFixed(1)}Z`
  );
}

type CrosshairProps = {
  figures: Figures;
  chosen: number;
  at: number;
  left: number;
  width: number;
};

const boxWidth = 192;
const boxHeight = 84;

/** A line through the chosen day, and a box with its sums. */
function Crosshair({ figures, chosen, at, left, width }: CrosshairProps) {
  const { currency, charted, chartedBefore } = figures;
  const { day, cardAmount, bankAmount } = charted[chosen]!;
  const before = chartedBefore[chosen];
  const isRight = at + boxWidth + 14 > width;
  const x = Math.max(left, isRight ? at - boxWidth - 14 : at + 14);
  const end = boxWidth - 12;
  return (
    <>
      <line className="cross" x1={at} x2={at} y1={top} y2={floor} />
      <g transform={`translate(${x.toFixed(1)} 4)`}>
        <rect className="tip" width={boxWidth} height={boxHeight} rx="8" />
        <text className="tip-ink" x="12" y="20">
          {calendarDay(day, 'weekday')}
        </text>
        <rect className="c1" x="12" y="31" width="8" height="8" rx="2" />
        <text x="26" y="39">
          {t(words.cards)}
        </text>
        <text className="tip-ink" x={end} y="39" textAnchor="end">
          {money(cardAmount, currency)}
        </text>
        <rect className="c2" x="12" y="48" width="8" height="8" rx="2" />
        <text x="26" y="56">
          {t(common.bank)}
        </text>
        <text className="tip-ink" x={end} y="56" textAnchor="end">
          {money(bankAmount, currency)}
        </text>
        <text x="12" y="74">
          {t(words.daysBefore(charted.length))}
        </text>
        <text x={end} y="74" textAnchor="end">
          {before && money(volumeOf(before), currency)}
        </text>
      </g>
    </>
  );
}

/** The least round amount of which so many as there are lines reach the most. */
function stepFor(most: number): number {
  const wanted = Math.max(most / lines, 100);
  const unit = 10 ** Math.floor(Math.log10(wanted));
  return unit * [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((factor) => factor * unit >= wanted)!;
}

/** A date under each bar, or under each so many of them that none touches another. */
function labelEvery(slot: number): number {
  return [1, 2, 7, 14, 28].find((count) => count * slot >= 52) ?? 28;
}

function sentenceOf({ day, cardAmount, bankAmount }: DayFigures, currency: string): string {
  const [cards, bank] = [money(cardAmount, currency), money(bankAmount, currency)];
  return `${calendarDay(day, 'weekday')}: ${t(words.cards)} ${cards}, ${t(common.bank)} ${bank}`;
}

function summary({ charted, currency }: Figures): string {
  const highest = charted.toSorted((one, other) => volumeOf(other) - volumeOf(one))[0]!;
  const [from, to] = [charted[0]!.day, charted.at(-1)!.day].map((day) => calendarDay(day));
  return t(
    words.chartSays(from!, to!, calendarDay(highest.day), money(volumeOf(highest), currency)),
  );
}
