import { useState } from 'react';
import { useLocation } from 'wouter';
import type { Customer } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { outlookLine, reasonAgainst, sendWord, toldOf, useOutlook } from '../data/outlook.ts';
import { partsOf } from '../data/text-parts.ts';
import { reasonMissing, useTemplates } from '../data/text-templates.ts';
import { conversations as words } from '../words/conversations.ts';
import { customers } from '../words/customers.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { CustomerPicker } from './customer-parts.tsx';
import { Dialog } from './dialog.tsx';
import { Field, TextArea } from './field.tsx';
import { Fault } from './show.tsx';
import { TemplateMenu } from './template-menu.tsx';

type Props = { customer?: Customer | undefined; onClose(): void };

/** The first text to a person. */
export function NewTextDialog({ customer: known, onClose }: Props) {
  const here = useHere();
  const { client, now } = here;
  const [, go] = useLocation();
  const [customer, setCustomer] = useState(known);
  const [phone, setPhone] = useState(known?.phone ?? '');
  const [body, setBody] = useState('');
  const { area, choose } = useTemplates(body, setBody, customer);
  const digits = phone.replace(/\D/g, '');
  const outlook = useOutlook(digits);
  const line = outlookLine(outlook, now());
  const missing = reasonMissing(body);
  const against = reasonAgainst(outlook) ?? missing;
  const send = useChange(
    (_: undefined, options) => client.messages.create({ phone: digits, body }, options),
    {
      done: (message) => ({ text: toldOf(message, here) }),
      after: ({ conversationId }) => {
        onClose();
        go(`/conversations?id=${conversationId}`);
      },
    },
  );
  const size = partsOf(body);
  return (
    <Dialog
      title={t(words.newText)}
      onClose={onClose}
      onSubmit={() => {
        if (!send.isPending && against === undefined) send.mutate(undefined);
      }}
      foot={
        <Button
          type="submit"
          look="main"
          icon="send"
          working={send.isPending ? t(words.sending) : undefined}
          because={against}
        >
          {sendWord(outlook)}
        </Button>
      }
    >
      <CustomerPicker
        value={customer}
        onChange={(one) => {
          setCustomer(one);
          setPhone(one?.phone ?? '');
        }}
      />
      <Field
        label={t(customers.mobile)}
        type="tel"
        value={phone}
        onChange={setPhone}
        fault={faultOf(send.error, 'phone')}
      />
      <p className="outlook soft small" role="status">
        {line}
      </p>
      <TextArea
        label={t(words.texts)}
        rows={4}
        value={body}
        onChange={setBody}
        area={area}
        hint={t(words.counted(size.used, size.room, size.parts, size.alphabet))}
        fault={missing ?? faultOf(send.error, 'body')}
      />
      <TemplateMenu payer={customer} takesLinks={false} onChoose={choose} />
      <Fault error={send.error} />
    </Dialog>
  );
}
