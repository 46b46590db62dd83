import { useState } from 'react';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { t } from '../words/language.ts';
import { sandbox as words } from '../words/sandbox.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field, TextArea } from './field.tsx';
import { Fault } from './show.tsx';

/** A text that a payer of the sandbox writes to the business. */
export function PayerTextDialog({ onClose }: { onClose(): void }) {
  const { client } = useHere();
  const [phone, setPhone] = useState('');
  const [body, setBody] = useState('');
  const change = useChange(
    (_: undefined, options) =>
      client.sandbox.writeText({ from: phone.replace(/\D/g, ''), body }, options),
    {
      done: ({ conversationId }) => ({
        text: t(words.written),
        href: `/conversations?id=${conversationId}`,
      }),
      after: onClose,
    },
  );
  return (
    <Dialog
      title={t(words.writeAsPayer)}
      onClose={onClose}
      onSubmit={() => {
        if (!change.isPending) change.mutate(undefined);
      }}
      foot={
        <Button
          type="submit"
          look="main"
          icon="send"
          working={change.isPending ? t(words.writing) : undefined}
        >
          {t(words.write)}
        </Button>
      }
    >
      <Field
        label={t(words.payerPhone)}
        type="tel"
        value={phone}
        onChange={setPhone}
        fault={faultOf(change.error, 'from')}
      />
      <TextArea
        label={t(words.payerWrites)}
        rows={4}
        value={body}
        onChange={setBody}
        hint={t(words.payerHint)}
        fault={faultOf(change.error, 'body')}
      />
      <Fault error={change.error} />
    </Dialog>
  );
}
