import { useState } from 'react';
import { useHere } from '../data/business.tsx';
import { useSessionNow } from '../data/signed-in.tsx';
import { account as words } from '../words/account.ts';
import { t } from '../words/language.ts';
import { AccountLine } from './account-line.tsx';
import { Button } from './button.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { MoreMenu } from './more-menu.tsx';
import { Card } from './show.tsx';
import { AppDialog, PasswordDialog } from './sign-in-dialogs.tsx';

type Asked = 'password' | 'app' | 'no app' | 'codes';

/** Password, app and recovery codes of whoever is signed in. */
export function AccountSignIn() {
  const { client } = useHere();
  const { hasPassword, hasSecondFactor, hasPasskey, recoveryCodesLeft } = useSessionNow();
  const [asked, setAsked] = useState<Asked>();
  const [codes, setCodes] = useState<readonly string[]>();
  const close = () => setAsked(undefined);
  return (
    <Card title={t(words.signIn)}>
      <ul className="lines">
        <AccountLine
          icon="lock"
          name={t(words.password)}
          state={t(hasPassword ? words.hasPassword : words.hasNoPassword)}
        >
          <Button small onClick={() => setAsked('password')}>
            {t(hasPassword ? words.changePassword : words.choosePassword)}
          </Button>
        </AccountLine>
        <AccountLine
          icon="phone"
          name={t(words.app)}
          state={t(hasSecondFactor ? words.hasApp : words.hasNoApp)}
        >
          <Button
            small
            because={hasPassword || hasPasskey ? undefined : t(words.passwordFirst)}
            onClick={() => setAsked('app')}
          >
            {t(hasSecondFactor ? words.otherApp : words.setUpApp)}
          </Button>
          <MoreMenu
            of={t(words.app)}
            items={[
              hasSecondFactor && {
                text: t(words.removeApp),
                icon: 'x',
                onChoose: () => setAsked('no app'),
              },
            ]}
          />
        </AccountLine>
        <AccountLine
          icon="list"
          name={t(words.recovery)}
          state={t(
            hasSecondFactor || hasPasskey
              ? words.recoveryLeft(recoveryCodesLeft)
              : words.recoveryNone,
          )}
        >
          {(hasSecondFactor || hasPasskey) && (
            <Button small onClick={() => setAsked('codes')}>
              {t(words.makeCodes)}
            </Button>
          )}
        </AccountLine>
      </ul>
      {asked === 'password' && <PasswordDialog isFirst={!hasPassword} onClose={close} />}
      {asked === 'app' && <AppDialog onCodes={setCodes} onClose={close} />}
      {asked === 'no app' && (
        <ConfirmDialog
          isGrave
          title={t(words.removeApp)}
          verb={t(words.removeApp)}
          working={t(words.removing)}
          work={(options) => client.session.removeSecondFactor(options)}
          done={() => ({ text: t(words.appRemoved) })}
          onClose={close}
        >
          {t(words.removeAppText)}
        </ConfirmDialog>
      )}
      {asked === 'codes' && (
        <ConfirmDialog
          title={t(words.makeCodes)}
          verb={t(words.makeCodes)}
          working={t(words.making)}
          work={(options) => client.session.createRecoveryCodes(options)}
          after={({ recoveryCodes }) => setCodes(recoveryCodes)}
          onClose={close}
        >
          {t(words.makeCodesText)}
        </ConfirmDialog>
      )}
      {codes && <CodesDialog codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  );
}
