import type { Conversation, User } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { useColleagues, useOwnUser } from '../data/colleagues.ts';
import { conversations as words } from '../words/conversations.ts';
import { t } from '../words/language.ts';
import { Icon } from './icon.tsx';
import { Menu, type MenuItem } from './menu.tsx';
import { Fault } from './show.tsx';

/** Shows who handles a conversation, and lets those with the right choose somebody else. */
export function AssignMenu({ conversation }: { conversation: Conversation }) {
  const { client, may } = useHere();
  const ownId = useOwnUser();
  const { id, assigneeId } = conversation;
  const colleagues = useColleagues();
  const change = useChange((to: string | null, options) =>
    client.conversations.update(id, { assigneeId: to }, options),
  );
  const assignee =
    conversation.assignee ?? colleagues.find((one) => one.id === assigneeId) ?? undefined;
  const name = assigneeId === null ? undefined : (assignee?.name ?? assigneeId);
  if (!may('charge') && !may('refund'))
    return name === undefined ? null : (
      <span className="soft small cut">{t(words.assignedToOne(name))}</span>
    );
  const choose = (to: string | null) => () => {
    if (to !== assigneeId && !change.isPending) change.mutate(to);
  };
  const isAssignable = ({ status }: User) => status !== 'disabled';
  const [own, others] = [
    colleagues.find((one) => one.id === ownId),
    colleagues.filter((one) => one.id !== ownId && isAssignable(one)),
  ];
  const named = [...others].sort((one, other) => one.name.localeCompare(other.name));
  const isTwice = (one: User) => named.some((other) => other !== one && other.name === one.name);
  const items: MenuItem[] = [
    ...(own ? [{ user: own, text: t(words.oneself(own.name)) }] : []),
    ...named.map((user) => ({
      user,
      text: isTwice(user) ? `${user.name} (${user.email})` : user.name,
    })),
  ].map(({ user, text }) => ({
    text,
    isChosen: user.id === assigneeId,
    onChoose: choose(user.id),
  }));
  items.push({
    text: t(words.nobody),
    isChosen: assigneeId === null,
    onChoose: choose(null),
  });
  const label = name === undefined ? t(words.assign) : t(words.assignedToOne(name));
  return (
    <>
      <Fault error={change.error} />
      <Menu
        label={t(words.assign)}
        align="end"
        items={items}
        trigger={{
          className: 'btn s plain assign',
          'aria-label': label,
          title: label,
          'aria-disabled': change.isPending || undefined,
          children: (
            <>
              <Icon name="person" />
              <span className="cut desk-only">{name ?? t(words.assign)}</span>
            </>
          ),
        }}
      />
    </>
  );
}
