import { useLocation } from 'wouter';
import { answerOf, type Customer } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { isRefused, useChange } from '../data/change.tsx';
import { useHeld } from '../data/typed.ts';
import { common } from '../words/common.ts';
import { customers as words } from '../words/customers.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { CustomerFields, useCustomerForm } from './customer-form.tsx';
import { customerName } from './customer-parts.tsx';
import { Dialog } from './dialog.tsx';
import { Fault, Note } from './show.tsx';

export function NewCustomerDialog({ onClose }: { onClose(): void }) {
  const { client } = useHere();
  const [, go] = useLocation();
  const form = useCustomerForm();
  const add = useChange((_: undefined, options) => client.customers.create(form.made(), options), {
    done: (made) => ({ text: t(words.added(customerName(made))) }),
    after: (made) => go(`/customers/${made.id}`),
  });
  const submit = () => {
    if (!add.isPending) add.mutate(undefined);
  };
  return (
    <Dialog
      title={t(words.newCustomer)}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button type="submit" look="main" working={add.isPending ? t(words.adding) : undefined}>
          {t(words.addCustomer)}
        </Button>
      }
    >
      <CustomerFields form={form} error={add.error} />
      <Fault error={add.error} />
    </Dialog>
  );
}

type EditProps = { customer: Customer; etag: string | undefined; onClose(): void };

/** Changes the version that was seen: one that somebody else changed meanwhile is refused. */
export function EditCustomerDialog({ onClose, ...live }: EditProps) {
  const { client } = useHere();
  const [{ customer, etag }, hold] = useHeld(live);
  const form = useCustomerForm(customer);
  const save = useChange(
    (_: undefined, options) =>
      client.customers.update(customer.id, form.changed(), { ...options, ifMatch: etag }),
    {
      done: () => ({ text: t(words.saved) }),
      after: onClose,
      firstDone: (saved) => hold({ customer: saved, etag: answerOf(saved)?.etag }),
    },
  );
  const isOutdated = isRefused(save.error, 'changed_meanwhile');
  const submit = () => {
    if (!save.isPending) save.mutate(undefined);
  };
  return (
    <Dialog
      title={t(words.editTitle)}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button type="submit" look="main" working={save.isPending ? t(common.saving) : undefined}>
          {t(common.save)}
        </Button>
      }
    >
      <CustomerFields form={form} error={save.error} />
      {isOutdated ? (
        <Note tone="bad" title={t(words.changedMeanwhile)} />
      ) : (
        <Fault error={save.error} />
      )}
    </Dialog>
  );
}

export function ForgetCustomerDialog({
  customer,
  onClose,
}: {
  customer: Customer;
  onClose(): void;
}) {
  const { client } = useHere();
  const [, go] = useLocation();
  const forget = useChange(
    (_: undefined, options) => client.customers.forget(customer.id, options),
    {
      done: ({ payments, tokens }) => ({ text: t(words.forgotten(payments, tokens)) }),
      after: () => go('/customers', { replace: true }),
    },
  );
  return (
    <Confirm
      title={t(words.forgetTitle(customerName(customer)))}
      verb={t(words.forget)}
      isGrave
      change={forget}
      onConfirm={() => forget.mutate(undefined)}
      onClose={onClose}
    >
      <p>{t(words.forgetText)}</p>
      <Note tone="still" title={t(words.forgetBooks)} />
      <p className="soft">{t(words.forgetOpen)}</p>
    </Confirm>
  );
}
