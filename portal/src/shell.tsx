import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useHere } from './data/business.tsx';
import { clockTime } from './data/format.ts';
import { useKeys } from './data/keys.ts';
import { LiveStream, useStoppedStream } from './data/live.tsx';
import { forgetPayers } from './data/pending.ts';
import { useDensityOfPage } from './data/preferences.ts';
import { useSessionCalls } from './data/signed-in.tsx';
import { switchTheme } from './data/theme.ts';
import { isAt, Navigation } from './navigation.tsx';
import { BusinessMenu } from './parts/business-menu.tsx';
import { IconButton } from './parts/button.tsx';
import { Icon } from './parts/icon.tsx';
import { KeysDialog } from './parts/keys-dialog.tsx';
import { Menu } from './parts/menu.tsx';
import { Palette } from './parts/palette.tsx';
import { isOpenTo, type Place } from './places/place.tsx';
import { places } from './places/places.ts';
import { common } from './words/common.ts';
import { chooseLanguage, language, t } from './words/language.ts';
import { places as titles } from './words/places.ts';
import { roleName } from './words/team.ts';

/** Side, notice of a sandbox, and the sheet that is the screen. */
export function Shell({ children }: { children: ReactNode }) {
  const here = useHere();
  const [path, go] = useLocation();
  const [isFinding, setFinding] = useState(false);
  const [showsKeys, setShowsKeys] = useState(false);
  useDensityOfPage();
  const shown = places.filter((place) => place.group && isOpenTo(here, place));
  const letters = shown.flatMap((one) =>
    one.letter ? [[`G ${one.letter}`, () => go(one.path)] as const] : [],
  );
  useKeys(
    {
      'Ctrl K': () => setFinding(true),
      '?': () => setShowsKeys(true),
      Escape: () => goBack(path, go),
      ...Object.fromEntries(letters),
    },
    { isOfShell: true },
  );
  return (
    <>
      <LiveStream />
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
          <StoppedNotice />
          {children}
        </div>
        <PhoneBar shown={shown} onFind={() => setFinding(true)} />
      </div>
      {isFinding && <Palette onClose={() => setFinding(false)} onKeys={() => setShowsKeys(true)} />}
      {showsKeys && <KeysDialog onClose={() => setShowsKeys(false)} />}
    </>
  );
}

/** From one object to where one came from within the portal, or else to its list; never out of what somebody typed. */
function goBack(path: string, go: (to: string) => void): void {
  const list = listAbove(path);
  if (list === undefined || holdsText()) return;
  const { navigation } = window as { navigation?: Navigation };
  const at = navigation?.currentEntry?.index ?? 0;
  const before = navigation?.entries()[at - 1]?.url;
  if (before && new URL(before).pathname.startsWith('/b/')) history.back();
  else go(list);
}

/** The list that the object of a screen is in; undefined of all other screens. */
function listAbove(path: string): string | undefined {
  const lists = places.flatMap((place) => place.path.match(/^.+(?=\/:)/) ?? []);
  return lists.find((list) => path.startsWith(`${list}/`));
}

/** True while a field of the screen is not empty. */
function holdsText(): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    'main :is(textarea, input:not([type="checkbox"], [type="radio"]))',
  );
  return [...fields].some(({ value }) => value !== '');
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
        <div
          className="phone-menu phone-only"
          // Also of the menus in it; what only opens one of them is no choice.
          onClick={({ target }) => {
            if ((target as Element).closest('a, [role="menuitem"]')) setOpen(false);
          }}
        >
          <BusinessMenu />
          <Navigation shown={shown} />
          <PersonMenu />
        </div>
      )}
    </>
  );
}

function PersonMenu() {
  const { session, membership } = useHere();
  const [, go] = useLocation();
  const initials = membership.name
    .split(/\s+/)
    .map((part) => part.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('');
  const calls = useSessionCalls();
  const signOut = async () => {
    await calls.end();
    forgetPayers();
    location.assign('/sign-in');
  };
  const shown = (
    <>
      <span className="mark round" aria-hidden="true">
        {initials}
      </span>
      <span>
        <b className="cut">{membership.name}</b>
        <small className="cut">{roleName(membership.role)}</small>
      </span>
    </>
  );
  return (
    <Menu
      label={t(common.account)}
      trigger={{ className: 'who', children: shown }}
      items={[
        {
          text: t(common.account),
          icon: 'person',
          hint: session.email,
          onChoose: () => go('/account'),
        },
        {
          text: t(common.documentation),
          icon: 'book',
          onChoose: () => location.assign('/docs'),
        },
        {
          text: t(common.otherLanguage),
          icon: 'chat',
          onChoose: () => chooseLanguage(language === 'en' ? 'es' : 'en'),
        },
        { text: t(common.theme), icon: 'moon', onChoose: switchTheme },
        { text: t(common.signOut), icon: 'arrow', onChoose: signOut },
      ]}
    />
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
        <span className="desk-only">{t(common.clockOf(clockTime(now(), business.timeZone)))}</span>
      </span>
      <Link className="btn plain s" href="/sandbox">
        {t(common.timeMachine)}
      </Link>
    </section>
  );
}

/** Warns that the data on the screen may be old. */
function StoppedNotice() {
  const retry = useStoppedStream();
  return (
    <div role="status">
      {retry && (
        <div className="sandbox">
          <Icon name="alert" small />
          <span className="grow">{t(common.liveStopped)}</span>
          <button type="button" className="btn plain s" onClick={retry}>
            {t(common.retry)}
          </button>
        </div>
      )}
    </div>
  );
}
