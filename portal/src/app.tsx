import { Component, type ReactNode } from 'react';
import { Redirect, Route, Router, Switch, useLocation } from 'wouter';
import { HereProvider, useHere, useHereOf } from './data/business.tsx';
import { ProofProvider } from './data/change.tsx';
import type { Session } from './data/session.ts';
import { SessionProvider } from './data/signed-in.tsx';
import { ClipboardProvider } from './parts/clipboard.tsx';
import { Sheet } from './parts/sheet.tsx';
import { Bones, Empty, Fault } from './parts/show.tsx';
import { ToastProvider } from './parts/toasts.tsx';
import { isOpenTo } from './places/place.tsx';
import { places } from './places/places.ts';
import { Shell } from './shell.tsx';
import { common } from './words/common.ts';
import { t } from './words/language.ts';

/** A signed-in person gets the business of the address; others are led to the sign-in. */
export function App({ session }: { session: Session | undefined }) {
  const first = session?.memberships[0];
  if (session?.stage !== 'whole' || !first || session.mustSetSecondFactor) {
    const back = location.pathname + location.search;
    location.replace(`/sign-in?back=${encodeURIComponent(back)}`);
    return null;
  }
  return (
    <SessionProvider session={session}>
      <Switch>
        <Route path="/b/:businessId/*?">
          {({ businessId }) => <Business key={businessId} session={session} id={businessId} />}
        </Route>
        <Route>
          <Redirect to={`/b/${first.business.id}/`} replace />
        </Route>
      </Switch>
    </SessionProvider>
  );
}

function Business({ session, id }: { session: Session; id: string }) {
  const here = useHereOf(session, id);
  if (here === undefined) return <Bones />;
  if (here === null)
    return <Empty icon="building" title={t(common.notThere)} text={t(common.notThereText)} />;
  return (
    <HereProvider here={here}>
      <Router base={`/b/${id}`}>
        <ToastProvider>
          <ProofProvider>
            <ClipboardProvider>
              <Shell>
                <Screens />
              </Shell>
            </ClipboardProvider>
          </ProofProvider>
        </ToastProvider>
      </Router>
    </HereProvider>
  );
}

function Screens() {
  const here = useHere();
  const [path] = useLocation();
  return (
    <Catch path={path}>
      <Switch>
        {places.map((place) => (
          <Route key={place.path} path={place.path}>
            {isOpenTo(here, place) ? (
              <place.screen />
            ) : (
              <Sheet title={t(place.title)}>
                <Empty
                  icon="lock"
                  title={t(common.notAllowed)}
                  text={t(common.notAllowedText(place.right ?? 'read'))}
                />
              </Sheet>
            )}
          </Route>
        ))}
        <Route>
          <Sheet title={t(common.notThere)}>
            <Empty icon="search" title={t(common.notThere)} text={t(common.notThereText)} />
          </Sheet>
        </Route>
      </Switch>
    </Catch>
  );
}

type CatchProps = { path: string; children: ReactNode };
type Caught = { readonly path?: string; readonly error?: unknown };

/** A screen that broke leaves the rest of the page alone, and every other screen. */
class Catch extends Component<CatchProps, Caught> {
  override state: Caught = {};

  static getDerivedStateFromError(error: unknown): Caught {
    return { error };
  }

  static getDerivedStateFromProps({ path }: CatchProps, before: Caught): Caught | null {
    return path === before.path ? null : { path, error: undefined };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Sheet title={t(common.failed)}>
        <div className="pad">
          <Fault error={this.state.error} retry={() => location.reload()} />
        </div>
      </Sheet>
    );
  }
}
