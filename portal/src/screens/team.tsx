import { useState } from 'react';
import type { User, UsersListQuery } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { useKeys } from '../data/keys.ts';
import { Button } from '../parts/button.tsx';
import { createdColumn, statusColumn } from '../parts/columns.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { MoreMenu } from '../parts/more-menu.tsx';
import { oneState } from '../parts/one-state.ts';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { Fault, Tag, When } from '../parts/show.tsx';
import { RolesDialog, roleNames, UserForm, useVersionOfUser } from '../parts/user-form.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';
import { team as words } from '../words/team.ts';

type What = 'change' | 'disable' | 'show' | 'end';
type Asked = { readonly user: User; readonly what: What };

type Doing = {
  ask(asked: Asked): void;
  enable(user: User): void;
  invite(user: User): void;
};

function specOf(doing: Doing | undefined): ListSpec<User, UsersListQuery> {
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
      {
        title: words.invitedUntil,
        isNumber: true,
        cell: ({ status, invitedAt }) =>
          status === 'invited' && invitedAt && <Until invitedAt={invitedAt} />,
      },
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
      oneState(['invited', 'active', 'disabled']),
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
        user.status === 'invited' && {
          text: t(words.show),
          icon: 'link',
          onChoose: () => doing.ask({ user, what: 'show' }),
        },
        {
          text: t(words.change),
          icon: 'gear',
          onChoose: () => doing.ask({ user, what: 'change' }),
        },
        user.status === 'active' && {
          text: t(words.end),
          icon: 'arrow',
          onChoose: () => doing.ask({ user, what: 'end' }),
        },
        user.status === 'disabled'
          ? { text: t(words.enable), icon: 'check', onChoose: () => doing.enable(user) }
          : {
              text: t(user.status === 'invited' ? words.withdraw : words.disable),
              icon: 'lock',
              onChoose: () => doing.ask({ user, what: 'disable' }),
            },
      ]}
    />
  );
}

const invitationDays = 7;

/** Until when the link of the last invitation is good. */
function Until({ invitedAt }: { invitedAt: string }) {
  const { now } = useHere();
  const end = new Date(new Date(invitedAt).getTime() + invitationDays * 86_400_000);
  if (end < now()) return <Tag tone="bad">{t(words.expired)}</Tag>;
  return (
    <span className="soft">
      <When at={end.toISOString()} />
    </span>
  );
}

/** The people of the business, and their rights. */
export default function Team() {
  const { client, may } = useHere();
  const [asked, setAsked] = useState<Asked | 'new' | 'roles'>();
  const [link, setLink] = useState<{ readonly name: string; readonly link: string }>();
  const close = () => setAsked(undefined);
  const done = ({ name }: User) => ({ text: t(words.invited(name)) });
  const ofUser = useVersionOfUser();
  const enable = useChange(
    async (user: User, options) => await client.users.enable(user.id, await ofUser(user, options)),
    { done },
  );
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
      {asked === 'new' && (
        <UserForm onLink={(user) => setAsked({ user, what: 'show' })} onClose={close} />
      )}
      {typeof asked === 'object' && asked.what === 'change' && (
        <UserForm user={asked.user} onClose={close} />
      )}
      {typeof asked === 'object' && asked.what === 'disable' && (
        <DisableDialog user={asked.user} onClose={close} />
      )}
      {typeof asked === 'object' && asked.what === 'end' && (
        <ConfirmDialog
          title={t(words.endOne(asked.user.name))}
          verb={t(words.end)}
          working={t(words.ending)}
          work={(options) => client.users.endSessions(asked.user.id, options)}
          done={({ ended }) => ({ text: t(words.ended(ended)) })}
          onClose={close}
        >
          {t(words.endText(asked.user.name))}
        </ConfirmDialog>
      )}
      {typeof asked === 'object' && asked.what === 'show' && (
        <ConfirmDialog
          title={t(words.showOne(asked.user.name))}
          verb={t(words.show)}
          working={t(words.showing)}
          work={(options) => client.users.showInvitation(asked.user.id, options)}
          after={(shown) => setLink({ name: asked.user.name, link: shown.link })}
          onClose={close}
        >
          {t(words.showText)}
        </ConfirmDialog>
      )}
      {link && (
        <SecretDialog
          title={t(words.linkOf(link.name))}
          text={t(words.linkText)}
          advice={t(words.linkAdvice)}
          secret={link.link}
          onClose={() => setLink(undefined)}
        />
      )}
    </>
  );
}

/** For somebody who has not joined yet it withdraws the invitation. */
function DisableDialog({ user, onClose }: { user: User; onClose(): void }) {
  const { client } = useHere();
  const ofUser = useVersionOfUser();
  const { id, name, status } = user;
  const isInvited = status === 'invited';
  const title = t(isInvited ? words.withdrawOne(name) : words.disableOne(name));
  return (
    <ConfirmDialog
      isGrave
      title={title}
      verb={title}
      working={t(isInvited ? words.withdrawing : words.disabling)}
      work={async (options) => await client.users.disable(id, await ofUser(user, options))}
      done={() => ({ text: t(isInvited ? words.withdrawn(name) : words.disabled(name)) })}
      onClose={onClose}
    >
      {t(isInvited ? words.withdrawText : words.disableText(name))}
    </ConfirmDialog>
  );
}
