import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NewBankScript } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { number } from '../data/format.ts';
import { bankBehaviours } from '../words/bank-behaviours.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { sandbox as words } from '../words/sandbox.ts';
import { Button, IconButton } from './button.tsx';
import { Field, Select } from './field.tsx';
import { Fault, SideBlock } from './show.tsx';

type Exchange = NewBankScript['exchange'];
type Does = NewBankScript['does'];

const network: readonly Does[] = [
  'connection_refused',
  'timeout_before_booking',
  'timeout_after_booking',
  'late_booking',
  'server_error_before_booking',
  'server_error_after_booking',
  'garbage_answer',
  'half_answer',
  'slow_drip',
];
const ofCharges: readonly Does[] = [
  'do_not_honor',
  'insufficient_funds',
  'card_declined',
  'expired_card',
  'incorrect_cvc',
  'incorrect_address',
  'lost_card',
  'stolen_card',
  'suspected_fraud',
  'limit_exceeded',
  'card_velocity_exceeded',
  'incorrect_number',
  'authentication_required',
  'card_replaced',
  'recurring_stopped',
  'processing_error',
  'partial_approval',
  'approve',
  'slow_approval',
  'slow_decline',
  'timeout_after_decline',
  'rejection',
  'duplicate_answer',
  'wrong_amount_answer',
  'wrong_reference_answer',
  'wrong_amount_booked',
];
/** The choices for each exchange. The service refuses one that is not possible there. */
const answers: Readonly<Record<Exchange, readonly Does[]>> = {
  charge: [...ofCharges.slice(0, 4), ...network, ...ofCharges.slice(4)],
  capture: ['authorization_expired', 'processing_error', 'approve', ...network],
  void: ['already_settled', 'processing_error', 'approve', ...network],
  refund: ['not_settled', 'refund_too_large', 'processing_error', 'approve', ...network],
  batch: ['mismatch'],
};
const exchanges: readonly Exchange[] = ['charge', 'capture', 'void', 'refund', 'batch'];

/** Pending scripts of the simulated bank, and a form for more. */
export function BankScripts() {
  const { client, business, may } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'bank scripts'],
    queryFn: async () => await client.bankScripts.list(),
  });
  const remove = useChange((id: string, options) => client.bankScripts.delete(id, options), {
    done: () => ({ text: t(words.deleted) }),
  });
  const scripts = found.data?.data ?? [];
  return (
    <>
      <SideBlock title={t(words.bank)}>
        <p className="soft">{t(words.bankText)}</p>
        {may('administer') && <NewScript />}
        <Fault error={found.error ?? remove.error} />
        {scripts.length === 0 && <p className="soft hint2">{t(words.noScript)}</p>}
      </SideBlock>
      {scripts.length > 0 && (
        <table className="table plain">
          <thead>
            <tr>
              <th>{t(words.script)}</th>
              <th>{t(words.exchange)}</th>
              <th className="num">{t(words.left)}</th>
              <th>
                <span className="unseen">{t(common.more)}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {scripts.map(({ id, does, exchange, orderNumber, times }) => (
              <tr key={id}>
                <td className="mono">{does}</td>
                <td className="stretch soft">
                  {t(words[exchange])} {orderNumber}
                </td>
                <td className="num">{number(times)}</td>
                <td className="num">
                  {may('administer') && (
                    <IconButton
                      icon="x"
                      label={t(words.deleteScript(does))}
                      onClick={() => remove.mutate(id)}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}

function NewScript() {
  const { client } = useHere();
  const [times, setTimes] = useState('1');
  const [exchange, setExchange] = useState<Exchange>('charge');
  const [does, setDoes] = useState<Does>('insufficient_funds');
  const [orderNumber, setOrderNumber] = useState('');
  const change = useChange(
    (_: undefined, options) =>
      client.bankScripts.create(
        {
          exchange,
          does,
          times: Number(times),
          ...(orderNumber !== '' && { orderNumber }),
        },
        options,
      ),
    { done: () => ({ text: t(words.added) }) },
  );
  return (
    <form
      className="script stack hint2"
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(undefined);
      }}
    >
      <div className="pair-of-fields">
        <Field
          label={t(words.forNext)}
          type="number"
          min={1}
          value={times}
          onChange={setTimes}
          fault={faultOf(change.error, 'times')}
        />
        <Select
          label={t(words.exchange)}
          value={exchange}
          onChange={(value) => {
            setExchange(value as Exchange);
            setDoes(answers[value as Exchange][0]!);
          }}
          options={exchanges.map((one) => [one, t(words[one])])}
        />
        <Select
          label={t(words.does)}
          value={does}
          onChange={(value) => setDoes(value as Does)}
          options={answers[exchange].map((one) => [one, t(bankBehaviours[one])])}
          fault={faultOf(change.error, 'does')}
        />
        <Field
          label={t(common.order)}
          value={orderNumber}
          onChange={setOrderNumber}
          hint={t(words.orderHint)}
          fault={faultOf(change.error, 'orderNumber')}
        />
      </div>
      <Fault error={change.error} />
      <Button type="submit" look="main" working={change.isPending ? t(words.adding) : undefined}>
        {t(words.add)}
      </Button>
    </form>
  );
}
