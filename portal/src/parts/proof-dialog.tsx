import { useState } from 'react';
import { tellError } from '../data/change.tsx';
import { askPasskey, hasPasskeys, NoPasskey } from '../data/passkey.ts';
import { useSessionCalls, useSessionNow } from '../data/signed-in.tsx';
import { account } from '../words/account.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Note } from './show.tsx';

/** Asks for a passkey, the code of the app or a recovery code, or the password where there is nothing else. */
export function ProofDialog({ onEnd }: { onEnd(isProved: boolean): void }) {
  const { hasSecondFactor, hasPasskey } = useSessionNow();
  const calls = useSessionCalls();
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<string>();
  const [isWorking, setWorking] = useState(false);
  const isCode = hasSecondFactor || hasPasskey;
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
  const byText = () =>
    isCode ? calls.sendCode({ code: value }) : calls.prove({ password: value });
  const byPasskey = async () => {
    const { options } = await calls.beginPasskeyProof();
    return await calls.proveByPasskey({ credential: await askPasskey(options) });
  };
  const label = hasSecondFactor ? common.code : isCode ? common.recoveryCode : common.password;
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
      {hasPasskey && hasPasskeys && (
        <Button full icon="key" onClick={() => attempt(byPasskey)}>
          {t(account.byPasskey)}
        </Button>
      )}
      <Field
        label={t(label)}
        type={isCode ? 'text' : 'password'}
        autoComplete={isCode ? 'one-time-code' : 'current-password'}
        value={value}
        onChange={setValue}
      />
      {fault !== undefined && <Note tone="bad" title={fault} />}
    </Dialog>
  );
}
