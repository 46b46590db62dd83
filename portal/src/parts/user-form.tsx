import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { User, WriteOptions } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { asSeen, faultOf, useChange } from '../data/change.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { team as words } from '../words/team.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Check, Field, Select } from './field.tsx';
import { Rights } from './rights.tsx';
import { Bones, Fault } from './show.tsx';

export const roleNames: readonly User['role'][] = [
  'viewer',
  'support',
  'approver',
  'cashier',
  'manager',
  'administrator',
  'operator',
];

/** Options of a change of a user as the list showed it. */
export function useVersionOfUser(): (user: User, options: WriteOptions) => Promise<WriteOptions> {
  const { client } = useHere();
  return (user, options) => asSeen(options, user, () => client.users.retrieve(user.id));
}

type Props = {
  user?: User;
  /** The inviting person sees the link. */
  onLink?(user: User): void;
  onClose(): void;
};

/** Invites a person, or changes one. */
export function UserForm({ user, onLink, onClose }: Props) {
  const { business, client, may } = useHere();
  const [name, setName] = useState(user?.name ?? '');
  const [email, setEmail] = useState(user?.email ?? '');
  const [isShown, setShown] = useState(false);
  const [role, setRole] = useState<User['role']>(user?.role ?? 'cashier');
  const ofUser = useVersionOfUser();
  const change = useChange(
    async (_: undefined, options) => {
      if (!user) return await client.users.create({ name, email, role }, options);
      const changed = {
        ...(name !== user.name && { name }),
        ...(email !== user.email && { email }),
        ...(role !== user.role && { role }),
      };
      return await client.users.update(user.id, changed, await ofUser(user, options));
    },
    {
      done: (one) => ({ text: t(user ? words.changed(one.name) : words.invited(one.name)) }),
      after(one) {
        onClose();
        if (isShown) onLink?.(one);
      },
    },
  );
  // The operator of the service works for the business above all others, and nowhere else.
  const offered = roleNames.filter(
    (one) => one !== 'operator' || (business.isRoot && may('operate')),
  );
  const working = t(user ? common.saving : words.inviting);
  return (
    <Dialog
      title={t(user ? words.changeOne(user.name) : words.invite)}
      onClose={onClose}
      onSubmit={() => change.mutate(undefined)}
      foot={
        <Button type="submit" look="main" working={change.isPending ? working : undefined}>
          {t(user ? common.save : words.invite)}
        </Button>
      }
    >
      {!user && <p>{t(words.inviteText)}</p>}
      <Field
        label={t(common.name)}
        value={name}
        onChange={setName}
        fault={faultOf(change.error, 'name')}
      />
      <Field
        label={t(common.email)}
        type="email"
        value={email}
        onChange={setEmail}
        hint={user ? t(words.emailHint) : undefined}
        fault={faultOf(change.error, 'email')}
      />
      <Select
        label={t(words.role)}
        value={role}
        onChange={(value) => setRole(value as User['role'])}
        options={offered.map((one) => [one, t(words[one])])}
        hint={t(words[`of_${role}`])}
        fault={faultOf(change.error, 'role')}
      />
      {onLink && (
        <Check
          label={t(words.alsoShow)}
          hint={t(words.alsoShowHint)}
          value={isShown}
          onChange={setShown}
        />
      )}
      <Fault error={change.error} />
    </Dialog>
  );
}

/** The rights of each role, as the service has them. */
export function RolesDialog({ onClose }: { onClose(): void }) {
  const { client, business } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'roles'],
    queryFn: async () => await client.roles.list(),
  });
  return (
    <Dialog title={t(words.roles)} onClose={onClose} onSubmit={onClose}>
      <Fault error={found.error} />
      {found.isPending && <Bones />}
      {found.data?.data.map(({ name, rights }) => (
        <section key={name}>
          <h3>{t(words[name])}</h3>
          <p className="soft">{t(words[`of_${name}`])}</p>
          <p>
            <Rights rights={rights} />
          </p>
        </section>
      ))}
    </Dialog>
  );
}
