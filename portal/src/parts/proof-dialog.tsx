import { useState } from 'react';
import { tellError } from '../data/change.tsx';
import { askPasskey, hasPasskeys, NoPasskey } from '../data/passkey.ts';
import type { Session } from '../data/session.ts';
import { useSessionCalls, useSessionNow } from '../data/signed-in.tsx';
import { account } from '../words/account.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Note } from './show.tsx';

/** The input that proves a person, by its first way to sign in. */
function typedBy({ hasSecondFactor, hasPasskey, hasPassword }: Session) {
  if (hasSecondFactor) return 'code';
  if (hasPasskey) return 'recoveryCode';
  return hasPassword ? 'password' : 'loginLink';
}

const autoComplete = {
  ...{ code: 'one-time-code', recoveryCode: 'one-time-code' },
  ...{ password: 'current-password', loginLink: 'off' },
} as const;

/** Asks for a passkey, the code of the app or a recovery code, or the password; where there is none of them, for a link. */
export function ProofDialog({ onEnd }: { onEnd(isProved: boolean): void }) {
  const session = useSessionNow();
  const calls = useSessionCalls();
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<string>();
  const [isWorking, setWorking] = useState(false);
  const typed = typedBy(session);
  async function attempt(work: () => Promise<unknown>) {
    setWorking(true);
    setFault(undefined);
    try {
      await work();
      onEnd(true);
    } catch (error) {
      setFault(error instanceof NoPasskey ? t(account.noAnswer) : tellError(error));
      setWorking(false);
    }
  }
  const byText = () => {
    if (typed === 'password') return calls.prove({ password: value });
    if (typed !== 'loginLink') return calls.sendCode({ code: value });
    // The whole link, or what stands behind its #.
    return calls.proveByLink({ token: value.slice(value.indexOf('#') + 1).trim() });
  };
  const byPasskey = async () => {
    const { options } = await calls.beginPasskeyProof();
    return await calls.proveByPasskey({ credential: await askPasskey(options) });
  };
  return (
    <Dialog
      title={t(common.prove)}
      onClose={() => onEnd(false)}
      onSubmit={() => attempt(byText)}
      foot={
        <Button type="submit" look="main" working={isWorking ? t(common.working) : undefined}>
          {t(common.continue)}
        </Button>
      }
    >
      <p className="soft">{t(common.proveText)}</p>
      {session.hasPasskey && hasPasskeys && (
        <Button full icon="key" onClick={() => attempt(byPasskey)}>
          {t(account.byPasskey)}
        </Button>
      )}
      {typed === 'loginLink' && <AskForLink session={session} />}
      <Field
        label={t(common[typed])}
        type={typed === 'password' ? 'password' : 'text'}
        autoComplete={autoComplete[typed]}
        value={value}
        onChange={setValue}
      />
      {fault !== undefined && <Note tone="bad" title={fault} />}
      {typed === 'loginLink' && (
        <p className="soft">
          {t(common.afterLink)} <a href="/sign-in/forgotten">{t(common.mailLink)}</a>
        </p>
      )}
    </Dialog>
  );
}

/** How somebody who came by a link gets another one. */
function AskForLink({ session: { email, memberships } }: { session: Session }) {
  const business = memberships[0]?.business.id;
  return (
    <>
      <p>{t(common.proveByLink)}</p>
      <pre className="code secret">
        {`bin/quittance user login-link --business ${business} --email ${email}`}
      </pre>
    </>
  );
}
