import { Menu } from '@base-ui/react/menu';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useHere } from './data/business.tsx';
import { moment } from './data/format.ts';
import { useKeys } from './data/keys.ts';
import { useLiveStream } from './data/live.tsx';
import { callSession } from './data/session.ts';
import { IconButton } from './parts/button.tsx';
import { Icon } from './parts/icon.tsx';
import { KeysDialog } from './parts/keys-dialog.tsx';
import { Palette } from './parts/palette.tsx';
import { groups, groupTitles, isOpenTo, type Place, places } from './places.tsx';
import { common } from './words/common.ts';
import { chooseLanguage, language, t } from './words/language.ts';
import { places as titles } from './words/places.ts';

/** Side, notice of a sandbox, and the sheet that is the screen. */
export function Shell({ children }: { children: ReactNode }) {
  const here = useHere();
  const [, go] = useLocation();
  const [isFinding, setFinding] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  useLiveStream();
  const shown = places.filter((place) => place.group && isOpenTo(here, place));
  useKeys({
    'Ctrl K': () => setFinding(true),
    '?': () => setShowsKeys(true),
    Escape: () => history.back(),
    ...Object.fromEntries(
      shown.flatMap(({ letter, path }) => (letter ? [[`G ${letter}`, () => go(path)]] : [])),
    ),
  });
  return (
    <>
      <a className="skip" href="#main">
        {t(common.skip)}
      </a>
      <div className="app">
        <aside className="side">
          <BusinessMenu />
          <button type="button" className="find" onClick={() => setFinding(true)}>
            <Icon name="search" />
            <span>{t(common.findOrDo)}</span>
            <kbd>Ctrl K</kbd>
          </button>
          <Navigation shown={shown} />
          <div className="side-foot">
            <PersonMenu />
            <IconButton icon="moon" label={t(common.theme)} onClick={switchTheme} />
          </div>
        </aside>
        <div className="stage">
          {here.business.environment === 'sandbox' && <SandboxNotice />}
          {children}
        </div>
        <PhoneBar shown={shown} onFind={() => setFinding(true)} />
      </div>
      {isFinding && <Palette onClose={() => setFinding(false)} />}
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </>
  );
}

function Navigation({ shown }: { shown: readonly Place[] }) {
  const [path] = useLocation();
  const nav = useRef<HTMLElement>(null);
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
                  <NavLink place={place} />
                </li>
              ))}
            </ul>
          </div>
        );
      })}
    </nav>
  );
}

function NavLink({ place }: { place: Place }) {
  const [path] = useLocation();
  return (
    <Link
      href={place.path}
      title={t(place.title)}
      aria-current={isAt(place, path) ? 'page' : undefined}
    >
      <Icon name={place.icon} />
      <span>{t(place.title)}</span>
    </Link>
  );
}

function isAt({ path }: Place, current: string): boolean {
  return path === '/' ? current === '/' : current === path || current.startsWith(`${path}/`);
}

/** Five places at the bottom of a phone. */
function PhoneBar({ shown, onFind }: { shown: readonly Place[]; onFind(): void }) {
  const [path] = useLocation();
  const [isOpen, setOpen] = useState(false);
  const main = shown.filter(({ path: one }) => ['/', '/payments', '/conversations'].includes(one));
  return (
    <>
      <nav className="tabbar" aria-label={t(common.mainShort)}>
        {main.map((place) => (
          <Link
            key={place.path}
            href={place.path}
            aria-current={isAt(place, path) ? 'page' : undefined}
          >
            <Icon name={place.icon} />
            {t(place.path === '/conversations' ? titles.texts : place.title)}
          </Link>
        ))}
        <button type="button" onClick={onFind}>
          <Icon name="search" />
          {t(common.find)}
        </button>
        <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <Icon name="menu" />
          {t(common.more)}
        </button>
      </nav>
      {isOpen && (
        // biome-ignore lint/a11y/useKeyWithClickEvents: each link inside is operated by itself
        // biome-ignore lint/a11y/noStaticElementInteractions: the same
        <div className="phone-menu phone-only" onClick={() => setOpen(false)}>
          <BusinessMenu />
          <Navigation shown={shown} />
          <PersonMenu />
        </div>
      )}
    </>
  );
}

function BusinessMenu() {
  const { session, business } = useHere();
  const kind = t(business.environment === 'sandbox' ? common.sandbox : common.live);
  const others = session.memberships.filter(({ business: one }) => one.id !== business.id);
  return (
    <Menu.Root>
      <Menu.Trigger className="who">
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
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" className="over">
          <Menu.Popup className="menu">
            {others.length === 0 && <Menu.Item disabled>{t(common.none)}</Menu.Item>}
            {others.map(({ business: one }) => (
              <Menu.Item key={one.id} onClick={() => location.assign(`/b/${one.id}/`)}>
                <span className="grow">{one.name}</span>
                <small className="soft">{one.id}</small>
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function PersonMenu() {
  const { session, membership } = useHere();
  const initials = membership.name
    .split(/\s+/)
    .map((part) => part.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('');
  const signOut = async () => {
    await callSession('DELETE');
    location.assign('/sign-in');
  };
  return (
    <Menu.Root>
      <Menu.Trigger className="who">
        <span className="mark round" aria-hidden="true">
          {initials}
        </span>
        <span>
          <b className="cut">{membership.name}</b>
          <small className="cut">{membership.role}</small>
        </span>
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="start" side="top" className="over">
          <Menu.Popup className="menu">
            <Menu.Item onClick={() => location.assign('/sign-in')}>
              <Icon name="lock" />
              <span className="grow">{t(common.account)}</span>
              <small className="soft">{session.email}</small>
            </Menu.Item>
            <Menu.Item onClick={() => location.assign('/docs')}>
              <Icon name="book" />
              {t(common.documentation)}
            </Menu.Item>
            <Menu.Item onClick={() => chooseLanguage(language === 'en' ? 'es' : 'en')}>
              <Icon name="chat" />
              {t(common.otherLanguage)}
            </Menu.Item>
            <Menu.Item onClick={switchTheme}>
              <Icon name="moon" />
              {t(common.theme)}
            </Menu.Item>
            <Menu.Item onClick={signOut}>
              <Icon name="arrow" />
              {t(common.signOut)}
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

function SandboxNotice() {
  const { business, now } = useHere();
  return (
    <section className="sandbox" aria-label={t(common.sandboxNote)}>
      <Icon name="flask" small />
      <span className="grow">
        <span>
          <b>{t(common.sandbox)}.</b> {t(common.sandboxNote)}
        </span>
        <span className="desk-only">
          {t(common.clockOf(moment(now().toISOString(), business.timeZone, now())))}
        </span>
      </span>
      <Link className="btn plain s" href="/sandbox">
        {t(common.timeMachine)}
      </Link>
    </section>
  );
}

function switchTheme(): void {
  const root = document.documentElement;
  const isDark = root.dataset.theme
    ? root.dataset.theme === 'dark'
    : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = isDark ? 'light' : 'dark';
  localStorage.setItem('theme', root.dataset.theme);
}
