import { useState } from 'react';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { useSessionNow } from '../data/signed-in.tsx';
import { AccountLine } from '../parts/account-line.tsx';
import { AccountPasskeys } from '../parts/account-passkeys.tsx';
import { AccountSessions } from '../parts/account-sessions.tsx';
import { AccountSignIn } from '../parts/account-sign-in.tsx';
import { Button } from '../parts/button.tsx';
import { Field } from '../parts/field.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Card, Fault } from '../parts/show.tsx';
import { account as words } from '../words/account.ts';
import { common } from '../words/common.ts';
import { chooseLanguage, language, t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';

/** A person's own account: name, ways to sign in, and sessions. */
export default function Account() {
  return (
    <Sheet title={t(titles.account)}>
      <div className="pad account">
        <Profile />
        <AccountSignIn />
        <AccountPasskeys />
        <AccountSessions />
      </div>
    </Sheet>
  );
}

function Profile() {
  const { client, membership } = useHere();
  const { email, memberships } = useSessionNow();
  // The user of a business above may look at the ones below.
  const former = memberships.find(({ userId }) => userId === membership.userId)?.name ?? '';
  const [typed, setTyped] = useState<string>();
  const name = typed ?? former;
  const save = useChange(
    (sent: string, options) => client.session.update({ name: sent.trim() }, options),
    {
      done: () => ({ text: t(words.nameSaved) }),
      after: (_, sent) => setTyped((typed) => (typed === sent ? undefined : typed)),
    },
  );
  const fault = faultOf(save.error, 'name');
  const because = name.trim() === former ? t(words.nothingChanged) : undefined;
  return (
    <Card title={t(words.you)}>
      <form
        className="in form stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!save.isPending && because === undefined) save.mutate(name);
        }}
      >
        <Field
          label={t(common.name)}
          autoComplete="name"
          maxLength={100}
          value={name}
          onChange={setTyped}
          hint={t(words.youText)}
          fault={fault}
        />
        {fault === undefined && <Fault error={save.error} />}
        <div className="row">
          <Button
            type="submit"
            look="main"
            because={because}
            working={save.isPending ? t(common.saving) : undefined}
          >
            {t(words.saveName)}
          </Button>
        </div>
      </form>
      <ul className="lines">
        <AccountLine icon="mail" name={email} state={t(words.emailText)} />
        <AccountLine icon="chat" name={t(words.language)} state={t(words.thisLanguage)}>
          <Button small onClick={() => chooseLanguage(language === 'en' ? 'es' : 'en')}>
            {t(common.otherLanguage)}
          </Button>
        </AccountLine>
      </ul>
    </Card>
  );
}
