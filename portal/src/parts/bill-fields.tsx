import { type ReactNode, useState } from 'react';
import type { NewPayLink } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf } from '../data/change.tsx';
import { startOfDay } from '../data/days.ts';
import { calendarDay, dayIn, money } from '../data/format.ts';
import { minorOf } from '../data/minor.ts';
import { dayFrom, reminderName, usualReminders } from '../data/reminders.ts';
import { due as words } from '../words/due.ts';
import { invoices } from '../words/invoices.ts';
import { t } from '../words/language.ts';
import { Button, IconButton } from './button.tsx';
import { Check, Field, MoneyField } from './field.tsx';

/* What a bill says beside its payer: its amount or its lines, by when it is to be paid, and when its payer is reminded. */

type Line = { readonly key: number; readonly name: string; readonly amount: string };

const mostLines = 30;

/** The amount that is typed, or the sum of lines once there are some. */
export function useAmount(currency: string) {
  const [typed, setTyped] = useState('');
  const [lines, setLines] = useState<readonly Line[]>([]);
  const amounts = lines.map(({ amount }) => minorOf(amount, currency) ?? 0);
  const areGood = lines.every(({ name }, i) => name.trim() !== '' && amounts[i]! > 0);
  const sum =
    lines.length === 0 ? minorOf(typed, currency) : amounts.reduce((all, one) => all + one, 0);
  return {
    currency,
    typed,
    setTyped,
    lines,
    sum: sum ?? 0,
    isGood: areGood && sum !== undefined && sum > 0,
    /** The first line is what was typed before. */
    add: () =>
      setLines([
        ...lines,
        {
          key: (lines.at(-1)?.key ?? 0) + 1,
          name: '',
          amount: lines.length === 0 ? typed : '',
        },
      ]),
    change: (key: number, changes: Partial<Line>) =>
      setLines(lines.map((one) => (one.key === key ? { ...one, ...changes } : one))),
    remove: (key: number) => setLines(lines.filter((one) => one.key !== key)),
    sent: {
      amount: sum ?? 0,
      ...(lines.length > 0 && {
        lines: lines.map(({ name }, i) => ({ name: name.trim(), amount: amounts[i]! })),
      }),
    } satisfies Partial<NewPayLink>,
  };
}

type AmountProps = { form: ReturnType<typeof useAmount>; error: unknown; wasTried: boolean };

export function AmountFields({ form, error, wasTried }: AmountProps) {
  const { currency, typed, lines, sum, isGood } = form;
  if (lines.length === 0)
    return (
      <>
        <MoneyField
          label={t(invoices.amountToPay)}
          value={typed}
          onChange={form.setTyped}
          currency={currency}
          fault={wasTried && !isGood ? t(invoices.noAmount) : faultOf(error, 'amount')}
        />
        <AddLine onClick={form.add} />
      </>
    );
  return (
    <fieldset className="bill-lines">
      <legend className="label">{t(words.lines)}</legend>
      {lines.map(({ key, name, amount }, i) => {
        const isWrong = wasTried && (name.trim() === '' || !minorOf(amount, currency));
        const sent = faultOf(error, `lines.${i}.name`) ?? faultOf(error, `lines.${i}.amount`);
        return (
          <div key={key} className="bill-line">
            <Field
              label={t(words.lineName(i + 1))}
              value={name}
              maxLength={100}
              onChange={(value) => form.change(key, { name: value })}
              fault={isWrong ? t(words.noLine) : sent}
            />
            <Field
              label={t(words.lineAmount)}
              inputMode="decimal"
              autoComplete="off"
              value={amount}
              onChange={(value) => form.change(key, { amount: value })}
            />
            <IconButton
              icon="trash"
              label={t(words.removeLine(i + 1))}
              onClick={() => form.remove(key)}
            />
          </div>
        );
      })}
      <p className="row wide">
        {lines.length < mostLines ? <AddLine onClick={form.add} /> : <span />}
        <b className="amount" aria-live="polite">
          {t(invoices.total)} {money(sum, currency)}
        </b>
      </p>
    </fieldset>
  );
}

function AddLine({ onClick }: { onClick(): void }) {
  return (
    <Button small look="plain" icon="plus" onClick={onClick}>
      {t(words.addLine)}
    </Button>
  );
}

/** By when it is to be paid, until when it can be, and the days on which its payer is reminded. */
export function useDue() {
  const { business, now } = useHere();
  const { timeZone } = business;
  const [dueOn, setDueOn] = useState('');
  const [lastOn, setLastOn] = useState('');
  const [chosen, choose] = useState<readonly number[]>([]);
  const today = dayIn(now(), timeZone);
  // Those of today or before would be left out, and those after its last day be refused.
  const offered = usualReminders.filter((days) => {
    const on = dueOn === '' ? '' : dayFrom(dueOn, days);
    return on > today && (lastOn === '' || on <= lastOn);
  });
  const asked = offered.filter((days) => chosen.includes(days));
  return {
    ...{ today, dueOn, setDueOn, lastOn, setLastOn, offered, asked, choose },
    sent: {
      ...(dueOn !== '' && { dueOn }),
      ...(lastOn !== '' && { expiresAt: startOfDay(dayFrom(lastOn, 1), timeZone) }),
      ...(asked.length > 0 && { reminders: asked.map((daysAfterDue) => ({ daysAfterDue })) }),
    } satisfies Partial<NewPayLink>,
  };
}

type DueProps = { form: ReturnType<typeof useDue>; error: unknown; hasPhone: boolean };

export function DueFields({ form, error, hasPhone }: DueProps) {
  const { today, dueOn, lastOn, offered, asked } = form;
  const fault = faultOf(error, 'reminders') ?? faultOf(error, 'customer.phone');
  return (
    <>
      <div className="pair-of-fields">
        <Field
          label={t(words.dueOn)}
          type="date"
          min={today}
          hint={t(words.dueHint)}
          value={dueOn}
          onChange={form.setDueOn}
          fault={faultOf(error, 'dueOn')}
        />
        <Field
          label={t(words.until)}
          type="date"
          min={dueOn || today}
          hint={t(words.untilHint)}
          value={lastOn}
          onChange={form.setLastOn}
          fault={faultOf(error, 'expiresAt')}
        />
      </div>
      {dueOn !== '' && (
        <ReminderChecks offered={offered} asked={asked} dueOn={dueOn} onChange={form.choose}>
          {offered.length === 0 && <p className="hint">{t(words.noneLeft)}</p>}
          {asked.length > 0 && !hasPhone && <p className="hint">{t(words.noPhone)}</p>}
          {asked.length > 0 && fault !== undefined && <p className="fault">{fault}</p>}
        </ReminderChecks>
      )}
    </>
  );
}

type ChecksProps = {
  offered: readonly number[];
  asked: readonly number[];
  /** Undefined: each has a day of its own. */
  dueOn?: string;
  onChange(asked: readonly number[]): void;
  children?: ReactNode;
};

/** On which days, counted from the one on which it is due, a payer is reminded. */
export function ReminderChecks({ offered, asked, dueOn, onChange, children }: ChecksProps) {
  const nameOf = (days: number) =>
    dueOn === undefined
      ? reminderName(days)
      : `${reminderName(days)}, ${calendarDay(dayFrom(dueOn, days), 'weekday')}`;
  return (
    <fieldset className="reminders">
      <legend className="label">{t(words.reminders)}</legend>
      {offered.map((days) => (
        <Check
          key={days}
          label={nameOf(days)}
          value={asked.includes(days)}
          // In their order, so that the same choice is the same request.
          onChange={(isOn) =>
            onChange(offered.filter((one) => (one === days ? isOn : asked.includes(one))))
          }
        />
      ))}
      {children}
    </fieldset>
  );
}
