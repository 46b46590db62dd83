import { useState } from 'react';
import { useLocation } from 'wouter';
import type { ProcessorAccount } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { gatewayNames, accounts as words } from '../words/accounts.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';
import { Field, Select, TextArea } from './field.tsx';
import { Fault } from './show.tsx';

export function roleOf({ takesPayments, isFallback }: ProcessorAccount): string {
  if (takesPayments) return t(words.payments);
  return t(isFallback ? words.fallback : words.nothing);
}

type Gateway = ProcessorAccount['processor'];
type Currency = ProcessorAccount['currency'];

/** Connects an account, or gives one that is known another key. */
export function ConnectDialog({ known, onClose }: { known?: ProcessorAccount; onClose(): void }) {
  const { business, client } = useHere();
  const [, go] = useLocation();
  const [values, setValues] = useState({
    processor: known?.processor ?? ('nmi' as Gateway),
    name: known?.id ?? '',
    currency: known?.currency ?? (business.currency as Currency),
    key: '',
    merchant: known?.merchant ?? '',
    address: '',
  });
  const connect = useChange(
    (_: undefined, options) => {
      const { name, merchant, address, ...rest } = values;
      const given = Object.entries({ name, merchant, address }).flatMap(([field, value]) =>
        value.trim() === '' ? [] : [[field, value.trim()] as const],
      );
      return client.processorAccounts.connect({ ...rest, ...Object.fromEntries(given) }, options);
    },
    {
      done: ({ id }) => ({ text: t(words.didConnect(id)) }),
      after({ id }) {
        onClose();
        go(`/processor-accounts/${id}`);
      },
    },
  );
  const of = (field: keyof typeof values) => ({
    value: values[field],
    onChange: (value: string) => setValues({ ...values, [field]: value }),
    fault: faultOf(connect.error, field),
  });
  return (
    <Dialog
      title={t(known ? words.anew : words.connect)}
      onClose={onClose}
      onSubmit={() => {
        if (!connect.isPending) connect.mutate(undefined);
      }}
      foot={
        <Button
          type="submit"
          look="main"
          working={connect.isPending ? t(words.connecting) : undefined}
        >
          {t(known ? words.anew : words.connect)}
        </Button>
      }
    >
      <p>{t(words.connectText)}</p>
      {!known && (
        <>
          <Select
            label={t(words.processor)}
            options={Object.entries(gatewayNames)}
            {...of('processor')}
          />
          <div className="pair-of-fields">
            <Field
              label={t(common.name)}
              hint={t(words.nameHint)}
              maxLength={30}
              autoComplete="off"
              {...of('name')}
            />
            <Select
              label={t(common.currency)}
              options={[
                ['USD', 'USD'],
                ['CAD', 'CAD'],
              ]}
              {...of('currency')}
            />
          </div>
        </>
      )}
      <Field label={t(words.key)} type="password" autoComplete="off" {...of('key')} />
      <Field
        label={t(words.merchant)}
        hint={t(words.merchantHint)}
        autoComplete="off"
        {...of('merchant')}
      />
      {business.isRoot && (
        <Field label={t(words.address)} hint={t(words.addressHint)} type="url" {...of('address')} />
      )}
      <Fault error={connect.error} />
    </Dialog>
  );
}

type Props = { account: ProcessorAccount; etag: string | undefined; onClose(): void };

export function ChooseDialog({
  account: { id, currency },
  etag,
  use,
  onClose,
}: Props & { use: 'payments' | 'fallback' }) {
  const { client } = useHere();
  const isFirst = use === 'payments';
  return (
    <ConfirmDialog
      title={t(isFirst ? words.choose : words.chooseFallback)}
      verb={t(isFirst ? words.chooseVerb(id) : words.chooseFallback)}
      working={t(words.choosing)}
      work={(options) =>
        client.processorAccounts.choose(id, { use }, { ...options, ifMatch: etag })
      }
      done={() => ({ text: t(words.chosen(id)) })}
      onClose={onClose}
    >
      {t(isFirst ? words.chooseText(currency) : words.fallbackText)}
    </ConfirmDialog>
  );
}

export function StopDialog({ account: { id }, etag, onClose }: Props) {
  const { client } = useHere();
  const [reason, setReason] = useState('');
  const change = useChange(
    (_: undefined, options) =>
      client.processorAccounts.stop(id, { reason: reason.trim() }, { ...options, ifMatch: etag }),
    { done: () => ({ text: t(words.stopped(id)) }), after: onClose },
  );
  return (
    <Confirm
      title={t(words.stopVerb(id))}
      verb={t(words.stopVerb(id))}
      isGrave
      change={change}
      onConfirm={() => change.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t(words.stopText)}</p>
      <TextArea
        label={t(common.reason)}
        hint={t(words.reasonHint)}
        value={reason}
        onChange={setReason}
        fault={faultOf(change.error, 'reason')}
      />
    </Confirm>
  );
}
