import { useQuery } from '@tanstack/react-query';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { deviceOf } from '../data/device.ts';
import { account as words } from '../words/account.ts';
import { t } from '../words/language.ts';
import { realMoment } from './account-moment.ts';
import { Button } from './button.tsx';
import { Icon } from './icon.tsx';
import { Bones, Card, Fault, Tag } from './show.tsx';

/** Where a person is signed in; each session can be ended. */
export function AccountSessions() {
  const { client, business } = useHere();
  const found = useQuery({
    queryKey: ['session', 'all'],
    queryFn: async () => await client.session.list(),
  });
  const end = useChange((id: string, options) => client.session.endOne(id, options), {
    done: () => ({ text: t(words.ended) }),
  });
  const endOthers = useChange((_: undefined, options) => client.session.endOthers(options), {
    done: () => ({ text: t(words.othersEnded) }),
  });
  const open = found.data?.data ?? [];
  return (
    <Card
      title={t(words.sessions)}
      tools={
        open.length > 1 && (
          <Button
            small
            working={endOthers.isPending ? t(words.ending) : undefined}
            onClick={() => endOthers.mutate(undefined)}
          >
            {t(words.endOthers)}
          </Button>
        )
      }
    >
      {found.isPending && <Bones rows={2} />}
      <ul className="lines">
        {open.map(({ id, browser, address, createdAt, seenAt, isThis }) => {
          const name = deviceOf(browser) ?? t(words.unknown);
          const when = (at: string) => realMoment(at, business.timeZone);
          return (
            <li key={id}>
              <Icon name="person" />
              <span className="grow">
                <b title={browser}>{name}</b> {isThis && <Tag tone="good">{t(words.thisOne)}</Tag>}
                <small>
                  {address} · {t(words.signedIn(when(createdAt)))} · {t(words.seen(when(seenAt)))}
                </small>
              </span>
              {!isThis && (
                <Button
                  small
                  aria-label={t(words.endOne(name))}
                  working={end.isPending && end.variables === id ? t(words.ending) : undefined}
                  onClick={() => end.mutate(id)}
                >
                  {t(words.end)}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {(found.error || end.error || endOthers.error) && (
        <div className="in">
          <Fault error={found.error ?? end.error ?? endOthers.error} />
        </div>
      )}
    </Card>
  );
}
