import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { clientOf, useHere } from '../data/business.tsx';
import type { Session } from '../data/session.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Icon } from './icon.tsx';
import { Popover } from './popover.tsx';
import { Fault } from './show.tsx';

/** The business that is looked at, and the way to any other: those one works for, and those below them. */
export function BusinessMenu() {
  const { business } = useHere();
  const [isOpen, setOpen] = useState(false);
  const kind = t(business.environment === 'sandbox' ? common.sandbox : common.live);
  const shown = (
    <>
      <span className="mark" aria-hidden="true">
        {business.name.charAt(0).toUpperCase()}
      </span>
      <span>
        <b className="cut">{business.name}</b>
        <small>
          {kind} · {business.id}
        </small>
      </span>
      <Icon name="updown" small />
    </>
  );
  return (
    <Popover
      label={t(common.otherBusinesses)}
      isOpen={isOpen}
      onOpen={setOpen}
      trigger={{ className: 'who', children: shown }}
    >
      <Others />
    </Popover>
  );
}

type One = { readonly id: string; readonly name: string };
const shownAtOnce = 12;

function Others() {
  const { session, business } = useHere();
  const [typed, setTyped] = useState('');
  const [q, setQ] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setQ(typed.trim()), 250);
    return () => clearTimeout(timer);
  }, [typed]);
  const found = useQuery({
    queryKey: ['businesses to look at', q],
    queryFn: async () => await businessesOf(session, q),
    placeholderData: (before) => before,
  });
  const shown = (found.data ?? session.memberships.map((one) => one.business))
    .filter(({ id }) => id !== business.id)
    .slice(0, shownAtOnce);
  return (
    <>
      <div className="input quiet">
        <Icon name="search" />
        <input
          type="search"
          aria-label={t(common.findBusiness)}
          placeholder={t(common.findBusiness)}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <Fault error={found.error} retry={() => void found.refetch()} />
      <ul aria-label={t(common.otherBusinesses)}>
        {shown.map(({ id, name }) => (
          <li key={id}>
            <a className="goes" href={`/b/${id}/`}>
              <span className="grow cut">{name}</span>
              <small className="soft digits">{id}</small>
            </a>
          </li>
        ))}
      </ul>
      {shown.length === 0 && !found.isPending && <p className="soft none">{t(common.none)}</p>}
    </>
  );
}

/** A person's own businesses come first; each other one once, whichever membership shows it. */
async function businessesOf(session: Session, q: string): Promise<readonly One[]> {
  const own = session.memberships.map(({ business }) => business);
  const lists = await Promise.allSettled(
    own.map(async ({ id }) => {
      const wanted = q === '' ? {} : { q };
      return (await clientOf(session, id).businesses.list({ ...wanted, limit: shownAtOnce + 1 }))
        .data;
    }),
  );
  const word = q.toLowerCase();
  const named = own.filter(({ id, name }) => id === q || name.toLowerCase().includes(word));
  return [
    ...new Map<string, One>(
      [...named, ...lists.flatMap((list) => (list.status === 'fulfilled' ? list.value : []))].map(
        (one) => [one.id, one],
      ),
    ).values(),
  ];
}
