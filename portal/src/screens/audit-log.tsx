import { useMutation } from '@tanstack/react-query';
import type { AuditLogEntry, AuditLogListQuery } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { number } from '../data/format.ts';
import { Actor } from '../parts/actor.tsx';
import { Button } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { Fault, Note, When } from '../parts/show.tsx';
import { audit as words } from '../words/audit.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

const factsOf = (facts: unknown) =>
  Object.entries(facts ?? {})
    .map(([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ');

const spec: ListSpec<AuditLogEntry, AuditLogListQuery> = {
  name: 'auditLog',
  title: titles.auditLog,
  icon: 'book',
  read: (client, query) => client.auditLog.list(query),
  id: ({ id }) => id,
  label: ({ act, object }) => `${act} ${object}`,
  search: words.search,
  columns: [
    {
      title: words.when,
      onPhone: 4,
      cell: ({ happenedAt }) => (
        <span className="soft">
          <When at={happenedAt} />
        </span>
      ),
    },
    { title: words.actor, onPhone: 3, cell: ({ actor }) => <Actor of={actor} /> },
    { title: words.act, onPhone: 1, cell: ({ act }) => act },
    { title: words.object, onPhone: 2, cell: ({ object }) => object },
    { title: words.facts, stretches: true, cell: ({ facts }) => factsOf(facts) },
  ],
  filters: [
    { kind: 'days', title: words.when, from: 'createdFrom', to: 'createdTo' },
    { kind: 'text', title: words.actor, name: 'actor' },
    { kind: 'text', title: words.act, name: 'act' },
    { kind: 'text', title: words.object, name: 'object' },
  ],
  empty: { title: words.empty, text: words.emptyText },
};

/** The acts of people, and whether the log was changed since. */
export default function AuditLog() {
  const { client } = useHere();
  const check = useMutation({ mutationFn: async () => await client.auditLog.verify() });
  const answer = check.data;
  return (
    <>
      <ListScreen
        spec={spec}
        actions={
          <Button
            icon="check"
            working={check.isPending ? t(words.verifying) : undefined}
            onClick={() => check.mutate()}
          >
            {t(words.verify)}
          </Button>
        }
      />
      {(answer || check.error) && (
        <Dialog title={t(words.verify)} onClose={check.reset} onSubmit={check.reset}>
          <Fault error={check.error} />
          {answer?.isWhole && (
            <Note tone="good" title={t(words.whole)}>
              {t(words.wholeText(number(answer.entries)))}
            </Note>
          )}
          {answer && !answer.isWhole && (
            <Note tone="bad" title={t(words.broken)}>
              <ul>
                {answer.breaks.map(({ from, to, kind }) => (
                  <li key={`${from} ${kind}`}>{t(words.breakOf(from, to, t(words[kind])))}</li>
                ))}
                {answer.unreported > 0 && <li>{t(words.unreported(number(answer.unreported)))}</li>}
              </ul>
            </Note>
          )}
          <Button type="submit">{t(common.close)}</Button>
        </Dialog>
      )}
    </>
  );
}
