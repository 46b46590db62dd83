import { useState } from 'react';
import type { Customer, NewPayLink, PayLink } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { money, phone as shownPhone } from '../data/format.ts';
import { reasonMissing, useTemplates } from '../data/text-templates.ts';
import { common } from '../words/common.ts';
import { customers } from '../words/customers.ts';
import { invoices as words } from '../words/invoices.ts';
import { t } from '../words/language.ts';
import { AmountFields, DueFields, useAmount, useDue } from './bill-fields.tsx';
import { Button } from './button.tsx';
import { CustomerPicker } from './customer-parts.tsx';
import { Dialog } from './dialog.tsx';
import { Check, Field, TextArea } from './field.tsx';
import { MadeDialog } from './made-dialog.tsx';
import { PartialFields, usePartial } from './partial-fields.tsx';
import { Fault } from './show.tsx';
import { TemplateMenu } from './template-menu.tsx';

type Props = {
  /** Known where it is sent from a conversation or a customer. */
  customer?: Customer | undefined;
  phone?: string;
  /** The text to begin with. */
  text?: string;
  onClose(): void;
};

/** Makes an invoice and its address, and texts it where that is wanted. */
export function PayLinkDialog({
  customer: known,
  phone: knownPhone = '',
  text: begun = '',
  onClose,
}: Props) {
  const { business, client } = useHere();
  const { currency } = business;
  const [customer, setCustomer] = useState(known);
  const [isNew, setNew] = useState(!known && knownPhone !== '');
  const [person, setPerson] = useState({
    firstName: '',
    lastName: '',
    email: '',
    phone: knownPhone,
  });
  const [description, setDescription] = useState('');
  const [order, setOrder] = useState('');
  const [text, setText] = useState(begun);
  const payer = isNew ? person : customer;
  const { area, choose } = useTemplates(text, setText, payer);
  const [isSent, setSent] = useState(knownPhone !== '' || begun !== '');
  const [wasTried, setTried] = useState(false);
  const bill = useAmount(currency);
  const due = useDue();
  const partial = usePartial(currency, bill.sum);
  const to = isNew ? person.phone : (customer?.phone ?? '');
  const missing = isSent ? reasonMissing(text) : undefined;
  const make = useChange((body: NewPayLink, options) => client.payLinks.create(body, options));
  const submit = () => {
    setTried(true);
    if (!bill.isGood || !partial.isGood || missing !== undefined || make.isPending) return;
    const named = Object.entries(person).flatMap(([name, value]) => {
      const clean = name === 'phone' ? value.replace(/\D/g, '') : value.trim();
      return clean === '' ? [] : [[name, clean] as const];
    });
    make.mutate({
      ...bill.sent,
      ...due.sent,
      ...partial.sent,
      currency: currency as PayLink['currency'],
      ...(isNew ? { customer: Object.fromEntries(named) } : { customerId: customer?.id }),
      ...(description.trim() !== '' && { description: description.trim() }),
      ...(order.trim() !== '' && { orderNumber: order.trim() }),
      ...(isSent && { send: 'text' as const, ...(text.trim() !== '' && { text }) }),
    });
  };
  if (make.data) return <MadeDialog link={make.data} isSent={isSent} onClose={onClose} />;
  const sum = bill.isGood ? money(bill.sum, currency) : '';
  const of = (name: keyof typeof person) => ({
    value: person[name],
    onChange: (value: string) => setPerson({ ...person, [name]: value }),
    fault: faultOf(make.error, `customer.${name}`),
    autoComplete: 'off',
  });
  return (
    <Dialog
      title={t(words.newPayLink)}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button
          type="submit"
          look="main"
          working={make.isPending ? t(words.making) : undefined}
          because={missing}
        >
          {t(isSent ? words.sendPayLinkOf(sum) : words.payLinkOf(sum))}
        </Button>
      }
    >
      <AmountFields form={bill} error={make.error} wasTried={wasTried} />
      <PartialFields form={partial} error={make.error} wasTried={wasTried} />
      {!known && (
        <fieldset>
          <legend className="label">{t(words.toWhom)}</legend>
          {([false, true] as const).map((one) => (
            <label key={String(one)} className="option">
              <input
                type="radio"
                name="payer"
                checked={isNew === one}
                onChange={() => setNew(one)}
              />
              <span>
                <b>{t(one ? words.somebody : words.known)}</b>
                <small>{t(one ? words.somebodyHint : words.knownHint)}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {!isNew && (
        <CustomerPicker
          value={customer}
          onChange={setCustomer}
          fault={faultOf(make.error, 'customerId')}
        />
      )}
      {isNew && (
        <>
          <div className="pair-of-fields">
            <Field label={t(customers.firstName)} {...of('firstName')} />
            <Field label={t(customers.lastName)} {...of('lastName')} />
          </div>
          <div className="pair-of-fields">
            <Field label={t(common.email)} type="email" {...of('email')} />
            <Field label={t(customers.mobile)} type="tel" {...of('phone')} />
          </div>
        </>
      )}
      <div className="pair-of-fields">
        <Field
          label={t(common.description)}
          hint={t(words.descriptionHint)}
          value={description}
          onChange={setDescription}
          fault={faultOf(make.error, 'description')}
        />
        <Field
          label={t(common.order)}
          value={order}
          onChange={setOrder}
          fault={faultOf(make.error, 'orderNumber')}
        />
      </div>
      <DueFields form={due} error={make.error} hasPhone={to !== ''} />
      <Check
        label={t(words.bySms)}
        hint={t(to === '' ? words.bySmsNoPhone : words.bySmsHint(shownPhone(to)))}
        value={isSent}
        onChange={setSent}
      />
      {isSent && (
        <TextArea
          label={t(words.text)}
          hint={t(words.textHint)}
          rows={3}
          value={text}
          onChange={setText}
          area={area}
          fault={missing ?? faultOf(make.error, 'text')}
        />
      )}
      {isSent && <TemplateMenu payer={payer} onChoose={choose} />}
      <p className="soft">{t(words.consequence)}</p>
      <Fault error={make.error} />
    </Dialog>
  );
}
