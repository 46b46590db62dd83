import { useState } from 'react';
import type { Lead } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { t } from '../words/language.ts';
import { leads as words } from '../words/leads.ts';
import { Confirm } from './confirm.tsx';
import { TextArea } from './field.tsx';

export function nameOf({ firstName, lastName, email }: Lead): string {
  return [firstName, lastName].filter(Boolean).join(' ') || email;
}

export function AcknowledgeDialog({ lead, onClose }: { lead: Lead; onClose(): void }) {
  const { client } = useHere();
  const [isTaken, setTaken] = useState(true);
  const [message, setMessage] = useState('');
  const change = useChange(
    (_: undefined, options) => {
      const said = message.trim() === '' ? {} : { message: message.trim() };
      return client.leads.acknowledge(lead.id, { isTaken, ...said }, options);
    },
    { done: () => ({ text: t(words.done(nameOf(lead))) }), after: onClose },
  );
  return (
    <Confirm
      title={t(words.acknowledgeOf(nameOf(lead)))}
      verb={t(isTaken ? words.acknowledge : words.notTaken)}
      change={change}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <fieldset>
        <legend className="unseen">{t(words.acknowledge)}</legend>
        {([true, false] as const).map((one) => (
          <label key={String(one)} className="option">
            <input
              type="radio"
              name="taken"
              checked={isTaken === one}
              onChange={() => setTaken(one)}
            />
            <span>
              <b>{t(one ? words.taken : words.notTaken)}</b>
              <small>{t(one ? words.takenText : words.notTakenText)}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <TextArea
        label={t(words.message)}
        hint={t(words.messageHint)}
        value={message}
        onChange={setMessage}
        fault={faultOf(change.error, 'message')}
      />
    </Confirm>
  );
}
