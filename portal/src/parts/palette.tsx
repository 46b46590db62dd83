import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useDeferredValue, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useHere } from '../data/business.tsx';
import { money } from '../data/format.ts';
import { isOpenTo, places } from '../places.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';
import { lookOf } from '../words/states.ts';
import { Icon, type IconName } from './icon.tsx';

type Entry = {
  key: string;
  group: string;
  icon: IconName;
  text: string;
  beside?: ReactNode;
  href: string;
};

/** Ctrl K: pages at once, then customers and payments as the service finds them. */
export function Palette({ onClose }: { onClose(): void }) {
  const here = useHere();
  const { client, business } = here;
  const [, go] = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const q = useDeferredValue(typed.trim());
  const found = useQuery({
    queryKey: [business.id, 'palette', q],
    enabled: q.length > 1,
    queryFn: async () => {
      const [payments, customers] = await Promise.all([
        client.payments.list({ q, limit: 5 }),
        client.customers.list({ q, limit: 5 }),
      ]);
      return { payments: payments.data, customers: customers.data };
    },
  });
  useEffect(() => {
    const opened = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opened instanceof HTMLElement) opened.focus();
    };
  }, []);

  const pages: Entry[] = places
    .filter((place) => place.group && isOpenTo(here, place))
    .filter(({ title }) => t(title).toLowerCase().includes(q.toLowerCase()))
    .map(({ path, title, icon, letter }) => ({
      key: path,
      group: t(common.keyGo),
      icon,
      text: t(title),
      href: path,
      beside: letter && <kbd>G {letter}</kbd>,
    }));
  const people: Entry[] = (found.data?.customers ?? []).map((one) => ({
    key: `c${one.id}`,
    group: t(titles.customers),
    icon: 'person',
    text: [one.firstName, one.lastName].filter(Boolean).join(' ') || one.email || one.id,
    beside: <span className="soft">{one.email}</span>,
    href: `/customers/${one.id}`,
  }));
  const sums: Entry[] = (found.data?.payments ?? []).map((one) => ({
    key: `p${one.id}`,
    group: t(titles.payments),
    icon: 'card',
    text: `${money(one.amount, one.currency)} · ${one.orderNumber}`,
    beside: <span className="soft">{t(lookOf(one.status).word)}</span>,
    href: `/payments/${one.id}`,
  }));
  const entries = [...people, ...sums, ...pages];
  const chosen = Math.min(at, entries.length - 1);
  const open = (entry: Entry | undefined) => {
    if (!entry) return;
    onClose();
    go(entry.href);
  };
  return (
    <dialog
      ref={dialog}
      className="palette"
      aria-label={t(common.findOrDo)}
      onCancel={onClose}
      onClick={({ target }) => target === dialog.current && onClose()}
      onKeyDown={(event) => {
        const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
        if (step) {
          event.preventDefault();
          setAt((chosen + step + entries.length) % Math.max(entries.length, 1));
        } else if (event.key === 'Enter') {
          event.preventDefault();
          open(entries[chosen]);
        }
      }}
    >
      <div className="ask">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={entries[chosen] && `palette-${chosen}`}
          aria-label={t(common.findOrDo)}
          placeholder={t(common.findOrDo)}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setAt(0);
          }}
        />
        <kbd>Esc</kbd>
      </div>
      <ul id="palette-list" role="listbox" aria-label={t(common.findOrDo)}>
        {entries.map((entry, i) => (
          <PaletteRow
            key={entry.key}
            {...{ entry, i }}
            isFirst={entry.group !== entries[i - 1]?.group}
            isChosen={i === chosen}
            onOpen={() => open(entry)}
          />
        ))}
        {entries.length === 0 && !found.isFetching && (
          <li role="presentation">{t(common.noMatch)}</li>
        )}
      </ul>
    </dialog>
  );
}

type RowProps = { entry: Entry; i: number; isFirst: boolean; isChosen: boolean; onOpen(): void };

function PaletteRow({ entry, i, isFirst, isChosen, onOpen }: RowProps) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  return (
    <>
      {isFirst && (
        <li role="presentation" className="group">
          {entry.group}
        </li>
      )}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: arrows and Enter are those of the entry above */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the entry */}
      <li ref={row} id={`palette-${i}`} role="option" aria-selected={isChosen} onClick={onOpen}>
        <Icon name={entry.icon} />
        <span className="grow">{entry.text}</span>
        {entry.beside}
      </li>
    </>
  );
}
