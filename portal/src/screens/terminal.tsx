import { type FormEvent, useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, isRefused } from '../data/change.tsx';
import { type Charge, findCharge, isUnknown, sendCharge } from '../data/charge.ts';
import { dayIn, money } from '../data/format.ts';
import { minorOf } from '../data/minor.ts';
import { pendingActs, useMoney } from '../data/pending.ts';
import { BankWait } from '../parts/bank-wait.tsx';
import { Button } from '../parts/button.tsx';
import { Check, Field, MoneyField } from '../parts/field.tsx';
import { InSight } from '../parts/in-sight.tsx';
import { OrderTaken } from '../parts/order-taken.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Fault } from '../parts/show.tsx';
import {
  BankFields,
  CardFields,
  fillSource,
  forgetSource,
  MethodChoice,
  sourceIn,
} from '../parts/source-fields.tsx';
import { LostCharge, TerminalAnswer, tookNothing } from '../parts/terminal-answer.tsx';
import { TestSources } from '../parts/test-sources.tsx';
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
  const chance = newIdempotencyKey().slice(0, 6).toUpperCase();
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
  const { business, now } = useHere();
  const { currency } = business;
  const element = useRef<HTMLFormElement>(null);
  const today = dayIn(now(), business.timeZone);
  const fresh = () => newForm(today);
  // One that was lost before this page was loaded. Those of other tabs are theirs.
  const [lost] = useState(() => pendingActs(business.id).find(({ kind }) => kind === 'charge'));
  const [typed, setTyped] = useState(() =>
    lost ? { ...fresh(), ...(lost.body as Form) } : fresh(),
  );
  const set = (change: Partial<Form>) => setTyped((old) => ({ ...old, ...change }));
  const act = useMoney<Charge>(lost, {
    send({ body }, client, options) {
      const sent = body as Form;
      const source = sourceIn(element.current!, sent.method);
      return sendCharge(client, { ...bodyOf(sent, currency), source }, options);
    },
    find: findCharge,
    isOpen: ({ payment }) => isUnknown(payment),
    onAnswer: () => forgetSource(element.current),
  });
  const { error, pending, isAbsent, isSending } = act;
  const answer = act.outcome ?? act.open;
  const form = pending ? { ...newForm(''), ...(pending.body as Form) } : typed;
  const minor = minorOf(form.amount, currency);
  const amount = minor !== undefined && minor > 0 ? minor : undefined;
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
    if (missing !== undefined || isSending) return;
    if (pending) act.again();
    else act.begin({ kind: 'charge', subject: form.orderNumber.trim(), body: form });
  };
  const again = () => {
    act.leave();
    setTyped(fresh());
  };
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
  if (answer && !tookNothing(answer.payment))
    return (
      <Sheet title={t(words.title)} crumb={{ text: t(titles.payments), href: '/payments' }}>
        <TerminalAnswer charge={answer} onAnother={again} />
      </Sheet>
    );
  const source =
    form.method === 'card' ? <CardFields error={error} /> : <BankFields error={error} />;
  const button = (
    <Button
      type="submit"
      look="main"
      working={isSending ? t(words.working) : undefined}
      because={missing}
    >
      {t(verb(sum))}
    </Button>
  );
  const entries = (
    <form ref={element} className="form pad" autoComplete="off" noValidate onSubmit={submit}>
      {pending ? (
        <>
          <LostCharge
            {...{ sum, orderNumber: form.orderNumber }}
            isAbsent={isAbsent || isSending}
          />
          {(isAbsent || isSending) && (
            <>
              {source}
              <InSight>
                {isSending && <BankWait />}
                <div className="btns">
                  {button}
                  {!isSending && <Button onClick={again}>{t(words.another)}</Button>}
                </div>
              </InSight>
            </>
          )}
        </>
      ) : (
        <>
          <MoneyField
            label={t(common.amount)}
            value={form.amount}
            onChange={(value) => set({ amount: value })}
            currency={currency}
            fault={faultOf(error, 'amount')}
          />
          <MethodChoice
            label={t(words.payWith)}
            value={form.method}
            onChange={(method) => set({ method })}
          />
          {source}
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
              hint={t(words.orderHint)}
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
          <InSight>
            {isSending && <BankWait />}
            {isRefused(error, 'order_number_reused') ? (
              <OrderTaken error={error} orderNumber={form.orderNumber.trim()} />
            ) : (
              <Fault error={error} />
            )}
            {button}
          </InSight>
        </>
      )}
    </form>
  );
  return (
    <Sheet title={t(words.title)} crumb={{ text: t(titles.payments), href: '/payments' }}>
      {answer && <TerminalAnswer key={answer.payment.id} charge={answer} onAnother={again} />}
      {business.environment === 'sandbox' ? (
        <div className="split">
          {entries}
          <TestSources
            method={form.method}
            year={Number(today.slice(0, 4))}
            onFill={(values) => fillSource(element.current!, values)}
          />
        </div>
      ) : (
        entries
      )}
    </Sheet>
  );
}

/** All but what is charged; what was left empty is left out. */
function bodyOf(form: Form, currency: string) {
  const given = (value: string) => value.trim() || undefined;
  const digits = form.phone.replace(/\D/g, '').replace(/^1(?=\d{10}$)/, '');
  return {
    amount: minorOf(form.amount, currency) ?? 0,
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
