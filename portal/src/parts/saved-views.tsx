import { useState } from 'react';
import { Link, useLocation } from 'wouter';
import { pathWith, type Query } from '../data/address.ts';
import { useHere } from '../data/business.tsx';
import { common } from '../words/common.ts';
import { type Text, t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Icon } from './icon.tsx';

export type View = { readonly title: Text; readonly query: Query };
type Kept = { readonly name: string; readonly query: Query };

/** Filters under a name: those that come with the list, and those that this person kept in this browser. */
export function SavedViews({
  name,
  views,
  query,
}: {
  name: string;
  views: readonly View[];
  query: Query;
}) {
  const { business } = useHere();
  const [path] = useLocation();
  const place = `views ${business.id} ${name}`;
  const [kept, setKept] = useState<readonly Kept[]>(() =>
    JSON.parse(localStorage.getItem(place) ?? '[]'),
  );
  const [isNaming, setNaming] = useState(false);
  const [typed, setTyped] = useState('');
  const { after: _, before: __, ...filters } = query;
  const keep = (next: readonly Kept[]) => {
    setKept(next);
    localStorage.setItem(place, JSON.stringify(next));
  };
  const shown = [
    { title: t(common.all), query: {} },
    ...views.map((view) => ({ title: t(view.title), query: view.query })),
    ...kept.map((view) => ({ title: view.name, query: view.query })),
  ];
  const isNew = !shown.some((view) => isSame(view.query, filters));
  const mine = kept.find((view) => isSame(view.query, filters));
  const save = () => {
    if (typed.trim() === '') return;
    keep([...kept, { name: typed.trim().slice(0, 40), query: filters }]);
    setNaming(false);
    setTyped('');
  };
  return (
    <nav className="tabs" aria-label={t(common.savedViews)}>
      {shown.map((view) => (
        <Link
          key={view.title}
          href={pathWith(path, view.query)}
          aria-current={isSame(view.query, filters) ? 'true' : undefined}
        >
          {view.title}
        </Link>
      ))}
      {isNew && (
        <button type="button" onClick={() => setNaming(true)}>
          <Icon name="plus" small />
          {t(common.saveView)}
        </button>
      )}
      {mine && (
        <button type="button" onClick={() => keep(kept.filter((view) => view !== mine))}>
          <Icon name="x" small />
          {t(common.clear)}
        </button>
      )}
      {isNaming && (
        <Dialog
          title={t(common.saveView)}
          onClose={() => setNaming(false)}
          onSubmit={save}
          foot={
            <Button type="submit" look="main">
              {t(common.save)}
            </Button>
          }
        >
          <Field label={t(common.nameOfView)} value={typed} onChange={setTyped} maxLength={40} />
        </Dialog>
      )}
    </nav>
  );
}

function isSame(one: Query, other: Query): boolean {
  const names = Object.keys(one);
  return (
    names.length === Object.keys(other).length && names.every((name) => one[name] === other[name])
  );
}
