import { useState } from 'react';
import type { User } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { useKeys } from '../data/keys.ts';
import { Button } from '../parts/button.tsx';
import { createdColumn, statusColumn } from '../parts/columns.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { MoreMenu } from '../parts/more-menu.tsx';
import { Fault } from '../parts/show.tsx';
import { RolesDialog, roleNames, UserForm } from '../parts/user-form.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';
import { team as words } from '../words/team.ts';

type Asked = { readonly user: User; readonly what: 'change' | 'disable' };

type Doing = {
  ask(asked: Asked): void;
  enable(user: User): void;
  invite(user: User): void;
};

function specOf(doing: Doing | undefined): ListSpec<User> {
  return {
    name: 'users',
    title: titles.team,
    icon: 'person',
    read: (client, query) => client.users.list(query),
    id: ({ id }) => id,
    label: ({ name }) => name,
    search: words.search,
    columns: [
      { title: common.name, onPhone: 1, cell: ({ name }) => <b>{name}</b> },
      { title: words.role, onPhone: 3, cell: ({ role }) => t(words[role]) },
      statusColumn(),
      { title: common.email, stretches: true, cell: ({ email }) => email },
      createdColumn(),
      {
        title: common.actions,
        isNumber: true,
        onPhone: 2,
        cell: (user) => doing && <UserMenu user={user} doing={doing} />,
      },
    ],
    filters: [
      {
        kind: 'states',
        title: common.status,
        name: 'status',
        values: ['invited', 'active', 'disabled'],
      },
      {
        kind: 'word',
        title: words.role,
        name: 'role',
        values: roleNames.map((role) => [role, words[role]] as const),
      },
    ],
    empty: { title: words.empty, text: words.emptyText },
  };
}

function UserMenu({ user, doing }: { user: User; doing: Doing }) {
  return (
    <MoreMenu
      of={user.name}
      items={[
        user.status === 'invited' && {
          text: t(words.again),
          icon: 'mail',
          onChoose: () => doing.invite(user),
        },
        {
          text: t(words.change),
          icon: 'gear',
          onChoose: () => doing.ask({ user, what: 'change' }),
        },
        user.status === 'disabled'
          ? { text: t(words.enable), icon: 'check', onChoose: () => doing.enable(user) }
          : {
              text: t(words.disable),
              icon: 'lock',
              onChoose: () => doing.ask({ user, what: 'disable' }),
            },
      ]}
    />
  );
}

/** Who works for the business, and what each may do. */
export default function Team() {
  const { client, may } = useHere();
  const [asked, setAsked] = useState<Asked | 'new' | 'roles'>();
  const close = () => setAsked(undefined);
  const done = ({ name }: User) => ({ text: t(words.invited(name)) });
  const enable = useChange(({ id }: User, options) => client.users.enable(id, options), { done });
  const invite = useChange(({ id }: User, options) => client.users.invite(id, options), { done });
  const mayChange = may('administer');
  useKeys(mayChange ? { N: () => setAsked('new') } : {});
  return (
    <>
      <ListScreen
        spec={specOf(
          mayChange ? { ask: setAsked, enable: enable.mutate, invite: invite.mutate } : undefined,
        )}
        actions={
          <>
            <Fault error={enable.error ?? invite.error} />
            <Button icon="ask" onClick={() => setAsked('roles')}>
              {t(words.roles)}
            </Button>
            {mayChange && (
              <Button look="main" icon="plus" hotkey="N" onClick={() => setAsked('new')}>
                {t(words.invite)}
              </Button>
            )}
          </>
        }
      />
      {asked === 'roles' && <RolesDialog onClose={close} />}
      {asked === 'new' && <UserForm onClose={close} />}
      {typeof asked === 'object' && asked.what === 'change' && (
        <UserForm user={asked.user} onClose={close} />
      )}
      {typeof asked === 'object' && asked.what === 'disable' && (
        <ConfirmDialog
          isGrave
          title={t(words.disableOne(asked.user.name))}
          verb={t(words.disableOne(asked.user.name))}
          working={t(words.disabling)}
          work={(options) => client.users.disable(asked.user.id, options)}
          done={({ name }) => ({ text: t(words.disabled(name)) })}
          onClose={close}
        >
          {t(words.disableText(asked.user.name))}
        </ConfirmDialog>
      )}
    </>
  );
}
