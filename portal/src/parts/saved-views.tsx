import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { pathWith, type Query } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { usePreference } from '../data/preferences.ts';
import { common } from '../words/common.ts';
import { type Text, t } from '../words/language.ts';
import { lists } from '../words/lists.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';
import { MoreMenu } from './more-menu.tsx';

export type View = { readonly title: Text; readonly query: Query };
type Saved = { readonly name: string; readonly query: Query };

type Props = {
  /** The name of the list. */
  name: string;
  views: readonly View[];
  filters: Query;
  /** The columns that were chosen. */
  columns: readonly string[] | undefined;
};

/** Filters under a name: those that come with the list, and those that this person saved. */
export function SavedViews({ name, views, filters, columns }: Props) {
  const { business } = useHere();
  const [path, go] = useLocation();
  const [saved = [], store] = usePreference<readonly Saved[]>(`views ${business.id} ${name}`);
  const [named, setNamed] = useState<Saved | 'new'>();
  const own: Query = columns ? { ...filters, columns: columns.join() } : filters;
  const isShown = (query: Query) => isSame(query, 'columns' in query ? own : filters);
  const shown = [
    { name: t(common.all), query: {} },
    ...views.map(({ title, query }) => ({ name: t(title), query })),
    ...saved,
  ];
  const mine = saved.find(({ query }) => isShown(query));
  const save = (given: string) => {
    if (named === 'new') store([...saved, { name: given, query: own }]);
    else store(saved.map((view) => (view === named ? { ...view, name: given } : view)));
    setNamed(undefined);
  };
  const remove = (view: Saved) => {
    store(saved.filter((one) => one !== view));
    go(path);
  };
  return (
    <nav className="tabs" aria-label={t(common.savedViews)}>
      {shown.map((view) => (
        <Link
          key={view.name}
          href={pathWith(path, view.query)}
          aria-current={isShown(view.query) ? 'true' : undefined}
        >
          {view.name}
        </Link>
      ))}
      {mine && (
        <MoreMenu
          of={t(lists.viewsOf(mine.name))}
          items={[
            { text: t(lists.renameView), icon: 'pencil', onChoose: () => setNamed(mine) },
            { text: t(lists.deleteView), icon: 'trash', onChoose: () => remove(mine) },
          ]}
        />
      )}
      {!shown.some(({ query }) => isShown(query)) && (
        <button type="button" onClick={() => setNamed('new')}>
          <Icon name="plus" small />
          {t(common.saveView)}
        </button>
      )}
      {named && (
        <NameDialog
          former={named === 'new' ? undefined : named.name}
          taken={shown.map((view) => view.name)}
          onSave={save}
          onClose={() => setNamed(undefined)}
        />
      )}
    </nav>
  );
}

type NameProps = {
  /** Undefined: of a new view. */
  former: string | undefined;
  taken: readonly string[];
  onSave(name: string): void;
  onClose(): void;
};

function NameDialog({ former, taken, onSave, onClose }: NameProps) {
  const [typed, setTyped] = useState(former ?? '');
  const name = typed.trim();
  const isTaken = name !== former && taken.includes(name);
  return (
    <Dialog
      title={t(former === undefined ? common.saveView : lists.renameView)}
      onClose={onClose}
      onSubmit={() => {
        if (name !== '' && !isTaken) onSave(name);
      }}
      foot={
        <Button type="submit" look="main">
          {t(former === undefined ? common.save : lists.rename)}
        </Button>
      }
    >
      <Field
        label={t(common.nameOfView)}
        value={typed}
        onChange={setTyped}
        maxLength={40}
        fault={isTaken ? t(lists.viewIsThere) : undefined}
      />
    </Dialog>
  );
}

function isSame(one: Query, other: Query): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}
