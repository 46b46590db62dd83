import { useState } from 'react';
import { callSession } from '../data/session.ts';
import { useSession } from '../data/signed-in.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';

/** Asks for the password, or the code of the app where there is one. */
export function ProofDialog({ onEnd }: { onEnd(isProved: boolean): void }) {
  const { hasPassword, hasSecondFactor } = useSession();
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<string>();
  const [isWorking, setWorking] = useState(false);
  async function prove() {
    setWorking(true);
    try {
      await (hasSecondFactor
        ? callSession('POST', '/code', { code: value })
        : callSession('POST', '/proof', { password: value }));
      onEnd(true);
    } catch (error) {
      setFault((error as Error).message);
      setWorking(false);
    }
  }
  if (!hasPassword && !hasSecondFactor) {
    return (
      <Dialog title={t(common.prove)} onClose={() => onEnd(false)}>
        <p>{t(common.nothingToProve)}</p>
        <p>
          <a href="/sign-in">{t(common.account)}</a>
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      title={t(common.prove)}
      onClose={() => onEnd(false)}
      onSubmit={prove}
      foot={
        <Button type="submit" look="main" working={isWorking ? t(common.working) : undefined}>
          {t(common.continue)}
        </Button>
      }
    >
      <p className="soft">{t(common.proveText)}</p>
      <Field
        label={t(hasSecondFactor ? common.code : common.password)}
        type={hasSecondFactor ? 'text' : 'password'}
        autoComplete={hasSecondFactor ? 'one-time-code' : 'current-password'}
        value={value}
        onChange={setValue}
        fault={fault}
      />
    </Dialog>
  );
}
