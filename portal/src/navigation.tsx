import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import type { Home } from '../../clients/typescript/src/index.ts';
import { useOpenTasks } from './data/open-tasks.ts';
import { Icon } from './parts/icon.tsx';
import { groups, groupTitles, type Place } from './places/place.tsx';
import { common } from './words/common.ts';
import { t } from './words/language.ts';
import type { Tone } from './words/states.ts';

export function Navigation({ shown }: { shown: readonly Place[] }) {
  const [path] = useLocation();
  const nav = useRef<HTMLElement>(null);
  const home = useOpenTasks().data;
  // On a low window the place where one is may lie below the others.
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [path]);
  return (
    <nav ref={nav} className="nav" aria-label={t(common.main)}>
      {groups.map((group) => {
        const inIt = shown.filter((place) => place.group === group);
        const title = groupTitles[group];
        if (inIt.length === 0) return null;
        return (
          <div key={group}>
            {title && <h2>{t(title)}</h2>}
            <ul>
              {inIt.map((place) => (
                <li key={place.path}>
                  <NavLink place={place} home={home} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function NavLink({ place, home }: { place: Place; home: Home | undefined }) {
  const [path] = useLocation();
  const waiting = home && waitingAt(place.path, home);
  return (
    <Link
      href={place.path}
      title={t(place.title)}
      aria-current={isAt(place, path) ? 'page' : undefined}
    >
      <Icon name={place.icon} />
      <span>{t(place.title)}</span>
      {waiting && waiting.count > 0 && (
        <em className="count" data-tone={waiting.tone} title={t(common.waiting(waiting.count))}>
          {waiting.count >= 100 ? '99+' : waiting.count}
        </em>
      )}
    </Link>
  );
}

type Waiting = { readonly count: number; readonly tone: Tone };

/** Counts tasks that wait for a person in a place of the navigation. */
function waitingAt(path: string, home: Home): Waiting | undefined {
  const waiting: Readonly<Record<string, Waiting>> = {
    '/payments': { count: home.unknownPayments.count, tone: 'doubt' },
    '/cases': { count: home.openCases.count, tone: 'wait' },
    '/disputes': { count: home.openDisputes.count, tone: 'bad' },
    '/conversations': { count: home.waitingConversations.count, tone: 'move' },
    '/webhooks': { count: home.failingEndpoints.length, tone: 'bad' },
  };
  return waiting[path];
}

export function isAt({ path }: Place, current: string): boolean {
  return path === '/' ? current === '/' : current === path || current.startsWith(`${path}/`);
}
