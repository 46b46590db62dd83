import { type FormEvent, useRef, useState } from 'react';
import { ConnectionError, type Payment } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, isRefused, useChange } from '../data/change.tsx';
import { dayIn, minorOf, money } from '../data/format.ts';
import { Button } from '../parts/button.tsx';
import { Check, Field, MoneyField } from '../parts/field.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Fault, Note } from '../parts/show.tsx';
import { BankFields, CardFields, forgetSource, sourceIn } from '../parts/source-fields.tsx';
import { TerminalAnswer, tookNothing } from '../parts/terminal-answer.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';
import { terminal as words } from '../words/terminal.ts';

type Form = Readonly<Record<(typeof texts)[number], string>> & {
  readonly method: 'card' | 'bank';
  readonly onlyAuthorizes: boolean;
  readonly byEmail: boolean;
  readonly byText: boolean;
};

const texts = [
  'amount',
  'orderNumber',
  'description',
  'firstName',
  'lastName',
  'email',
  'phone',
  'postalCode',
] as const;

/** The order has its number before it is charged, so that sending it again is the same payment. */
function newForm(day: string): Form {
  const chance = crypto.randomUUID().slice(0, 6).toUpperCase();
  const empty = Object.fromEntries(texts.map((name) => [name, ''])) as Record<
    (typeof texts)[number],
    string
  >;
  const orderNumber = `T${day.slice(2).replaceAll('-', '')}-${chance}`;
  return {
    ...{ ...empty, orderNumber },
    ...{ method: 'card', onlyAuthorizes: false, byEmail: true, byText: false },
  };
}

export default function Terminal() {
  const { client, business, now } = useHere();
  const { currency } = business;
  const element = useRef<HTMLFormElement>(null);
  const fresh = () => newForm(dayIn(now(), business.timeZone));
  const [form, setForm] = useState(fresh);
  const [answer, setAnswer] = useState<Payment>();
  const set = (change: Partial<Form>) => setForm((old) => ({ ...old, ...change }));
  const minor = minorOf(form.amount, currency);
  const amount = minor !== undefined && minor > 0 ? minor : undefined;
  const change = useChange(
    (_: undefined, options) =>
      client.payments.create(
        { ...bodyOf(form, amount ?? 0), source: sourceIn(element.current!, form.method) },
        options,
      ),
    {
      after(payment: Payment) {
        forgetSource(element.current);
        setAnswer(payment);
      },
    },
  );
  // Without a number of its own the order could be charged twice.
  const missing =
    amount === undefined
      ? t(words.noAmount)
      : form.orderNumber.trim() === ''
        ? t(words.noOrder)
        : form.email.trim() === '' && form.phone.trim() === ''
          ? t(words.noContact)
          : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (missing !== undefined || change.isPending) return;
    setAnswer(undefined);
    change.mutate(undefined);
  };
  const again = () => {
    change.reset();
    setAnswer(undefined);
    setForm(fresh());
  };
  const { error } = change;
  const isHeld = error instanceof ConnectionError || isRefused(error, 'order_undecided');
  const sum = amount === undefined ? '' : money(amount, currency);
  const verb =
    form.method === 'bank' ? words.debit : form.onlyAuthorizes ? words.authorize : words.charge;
  const text = (name: (typeof texts)[number], field: string) => ({
    value: form[name],
    onChange: (value: string) => set({ [name]: value }),
    fault: faultOf(error, field),
    autoComplete: 'off',
    maxLength: 100,
  });
  if (answer && !tookNothing(answer))
    return (
      <Sheet title={t(words.title)} crumb={{ text: t(titles.payments), href: '/payments' }}>
        <TerminalAnswer payment={answer} onAnother={again} />
      </Sheet>
    );
  return (
    <Sheet title={t(words.title)} crumb={{ text: t(titles.payments), href: '/payments' }}>
      {answer && <TerminalAnswer key={answer.id} payment={answer} onAnother={again} />}
      <form ref={element} className="form pad" autoComplete="off" noValidate onSubmit={submit}>
        <MoneyField
          label={t(common.amount)}
          value={form.amount}
          onChange={(value) => set({ amount: value })}
          currency={currency}
          fault={faultOf(error, 'amount')}
        />
        <fieldset className="seg">
          <legend className="unseen">{t(words.payWith)}</legend>
          {(['card', 'bank'] as const).map((method) => (
            <button
              key={method}
              type="button"
              aria-pressed={form.method === method}
              onClick={() => set({ method })}
            >
              {t(method === 'card' ? common.card : words.bankAccount)}
            </button>
          ))}
        </fieldset>
        {form.method === 'card' ? <CardFields error={error} /> : <BankFields error={error} />}
        <div className="pair-of-fields">
          <Field label={t(words.firstName)} {...text('firstName', 'customer.firstName')} />
          <Field label={t(words.lastName)} {...text('lastName', 'customer.lastName')} />
        </div>
        <div className="pair-of-fields">
          <Field
            label={t(common.email)}
            hint={t(words.contactHint)}
            {...text('email', 'customer.email')}
          />
          <Field label={t(common.phone)} {...text('phone', 'customer.phone')} />
        </div>
        <div className="pair-of-fields">
          <Field
            label={t(currency === 'CAD' ? words.postalCode : words.zip)}
            {...text('postalCode', 'customer.postalCode')}
          />
          <Field
            label={t(words.orderNumber)}
            hint={t(isHeld ? words.orderHeld : words.orderHint)}
            readOnly={isHeld}
            {...text('orderNumber', 'orderNumber')}
          />
        </div>
        <Field label={t(common.description)} {...text('description', 'description')} />
        {form.method === 'card' && (
          <Check
            label={t(words.onlyAuthorize)}
            hint={t(words.onlyAuthorizeHint)}
            value={form.onlyAuthorizes}
            onChange={(onlyAuthorizes) => set({ onlyAuthorizes })}
          />
        )}
        <Check
          label={t(words.receiptMail)}
          value={form.byEmail}
          onChange={(byEmail) => set({ byEmail })}
        />
        <Check
          label={t(words.receiptText)}
          value={form.byText}
          onChange={(byText) => set({ byText })}
        />
        <p className="soft">{t(form.method === 'bank' ? words.debitNote : words.chargeNote)}</p>
        {isHeld ? (
          <Note tone="doubt" title={t(common.unknownAnswer)}>
            <p>{t(words.orderHeld)}</p>
          </Note>
        ) : (
          <Fault error={error} />
        )}
        <Button
          type="submit"
          look="main"
          working={change.isPending ? t(words.working) : undefined}
          because={missing}
        >
          {t(verb(sum))}
        </Button>
      </form>
    </Sheet>
  );
}

/** All but what is charged; what was left empty is left out. */
function bodyOf(form: Form, amount: number) {
  const given = (value: string) => value.trim() || undefined;
  const digits = form.phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return {
    amount,
    capture: form.method === 'bank' || !form.onlyAuthorizes,
    orderNumber: form.orderNumber.trim(),
    description: given(form.description),
    customer: {
      firstName: given(form.firstName),
      lastName: given(form.lastName),
      email: given(form.email),
      phone: digits || undefined,
      postalCode: given(form.postalCode),
    },
    receiptByEmail: form.byEmail && form.email.trim() !== '',
    receiptByText: form.byText && digits !== '',
  };
}
