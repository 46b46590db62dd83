import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useHere } from '../data/business.tsx';
import { money, number, phone } from '../data/format.ts';
import { isOpenTo } from '../places/place.tsx';
import { places } from '../places/places.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { palette as words } from '../words/palette.ts';
import { places as titles } from '../words/places.ts';
import { IconButton } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { usePaletteActs } from './palette-acts.tsx';
import { payerName } from './payment-parts.tsx';
import { Method, State } from './show.tsx';

type Entry = {
  readonly key: string;
  readonly group: string;
  readonly icon: IconName;
  readonly text: string;
  /** Softer than the text, and behind it. */
  readonly more?: ReactNode;
  readonly beside?: ReactNode;
  /** Where it leads, or what it does. */
  readonly to: string | (() => void);
};

type Props = {
  onClose(): void;
  /** Shows all keys. */
  onKeys(): void;
};

/** Pauses between letters are not longer, so that a word is asked for once. */
const typingMs = 60;

/** Ctrl K: pages and acts at once, customers and payments as the service finds them. */
export function Palette({ onClose, onKeys }: Props) {
  const here = useHere();
  const { business } = here;
  const [, go] = useLocation();
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const [at, setAt] = useState(0);
  const q = typed.trim();
  const found = useFound(q);
  const acts = usePaletteActs(found.data?.payments[0], onKeys);
  useEffect(() => {
    const opened = document.activeElement;
    dialog.current?.showModal();
    return () => {
      if (opened instanceof HTMLElement) opened.focus();
    };
  }, []);

  const people: Entry[] = (found.data?.customers ?? []).map((one) => ({
    key: `c${one.id}`,
    group: t(titles.customers),
    icon: 'person',
    text: [one.firstName, one.lastName].filter(Boolean).join(' ') || one.email || one.id,
    more: one.phone && phone(one.phone),
    beside: <span className="soft cut">{one.email}</span>,
    to: `/customers/${one.id}`,
  }));
  const sums: Entry[] = (found.data?.payments ?? []).map((one) => ({
    key: `p${one.id}`,
    group: t(titles.payments),
    icon: 'card',
    text: [money(one.amount, one.currency), payerName(one), one.orderNumber].join(' '),
    more: <Method {...one} />,
    beside: <State state={one.status} />,
    to: `/payments/${one.id}`,
  }));
  const pages: Entry[] = places
    .filter((place) => place.group && isOpenTo(here, place))
    .map(({ path, title, icon, letter }) => ({
      key: path,
      group: t(words.goTo),
      icon,
      text: t(title),
      beside: letter && <kbd>G {letter}</kbd>,
      to: path,
    }));
  const isMatch = ({ text }: { text: string }) => folded(text).includes(folded(q));
  const doing: Entry[] = acts
    .filter((act) => act.isOfFound || isMatch(act))
    .map(({ text, icon, key, run }) => ({
      key: text,
      group: t(words.acts),
      icon,
      text,
      beside: key && <kbd>{key}</kbd>,
      to: run,
    }));
  const entries = [...people, ...sums, ...doing, ...pages.filter(isMatch)];
  const chosen = Math.min(at, entries.length - 1);
  const open = (entry: Entry | undefined, inNewTab = false) => {
    if (!entry) return;
    if (inNewTab && typeof entry.to === 'string') {
      window.open(`/b/${business.id}${entry.to}`, '_blank', 'noopener');
      return;
    }
    onClose();
    if (typeof entry.to === 'string') go(entry.to);
    else entry.to();
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
          open(entries[chosen], event.ctrlKey || event.metaKey);
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
          maxLength={100}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setAt(0);
          }}
        />
        <kbd className="desk-only">Esc</kbd>
        <span className="phone-only">
          <IconButton icon="x" label={t(common.close)} onClick={onClose} />
        </span>
      </div>
      <ul id="palette-list" role="listbox" aria-label={t(common.findOrDo)}>
        {entries.map((entry, i) => (
          <PaletteRow
            key={entry.key}
            {...{ entry, i, q }}
            isFirst={entry.group !== entries[i - 1]?.group}
            isChosen={i === chosen}
            onOpen={(inNewTab) => open(entry, inNewTab)}
          />
        ))}
        {entries.length === 0 && !found.isFetching && (
          <li role="presentation">{t(common.noMatch)}</li>
        )}
      </ul>
      <footer className="desk-only">
        <span className="keys grow">
          <span>
            <kbd>↑</kbd>
            <kbd>↓</kbd>
            {t(common.keyMove)}
          </span>
          <span>
            <kbd>Enter</kbd>
            {t(common.keyOpen)}
          </span>
          <span>
            <kbd>Ctrl Enter</kbd>
            {t(words.newTab)}
          </span>
        </span>
        {found.data && <span className="digits">{t(words.took(number(found.data.ms)))}</span>}
      </footer>
    </dialog>
  );
}

/** Customers and payments by whatever is known of them: numbers, last four, amount, phone or name. */
function useFound(q: string) {
  const { client, business } = useHere();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(q), typingMs);
    return () => clearTimeout(timer);
  }, [q]);
  return useQuery({
    queryKey: [business.id, 'palette', asked],
    enabled: asked.length > 1 && q.length > 1,
    ...(q.length > 1 && { placeholderData: keepPreviousData }),
    async queryFn({ signal }) {
      const begun = performance.now();
      const [payments, customers] = await Promise.all([
        client.payments.list({ q: asked, limit: 5, expand: ['customer'] }, { signal }),
        client.customers.list({ q: asked, limit: 5 }, { signal }),
      ]);
      const ms = Math.round(performance.now() - begun);
      return { payments: payments.data, customers: customers.data, ms };
    },
  });
}

/** Without accents and in small letters. */
function folded(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The part of a text that was typed stands out. */
function Marked({ text, q }: { text: string; q: string }) {
  const plain = folded(text);
  const at = q === '' || plain.length !== text.length ? -1 : plain.indexOf(folded(q));
  if (at === -1) return text;
  const end = at + folded(q).length;
  return (
    <>
      {text.slice(0, at)}
      <mark>{text.slice(at, end)}</mark>
      {text.slice(end)}
    </>
  );
}

type RowProps = {
  entry: Entry;
  i: number;
  q: string;
  isFirst: boolean;
  isChosen: boolean;
  onOpen(inNewTab: boolean): void;
};

function PaletteRow({ entry, i, q, isFirst, isChosen, onOpen }: RowProps) {
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
      <li
        ref={row}
        id={`palette-${i}`}
        role="option"
        aria-selected={isChosen}
        onClick={({ ctrlKey, metaKey }) => onOpen(ctrlKey || metaKey)}
      >
        <Icon name={entry.icon} />
        <span className="grow cut">
          <Marked text={entry.text} q={q} />
          {entry.more && <span className="soft more-of-entry">{entry.more}</span>}
        </span>
        {entry.beside}
      </li>
    </>
  );
}
