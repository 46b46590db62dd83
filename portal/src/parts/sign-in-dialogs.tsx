import { useEffect, useRef, useState } from 'react';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { account as words } from '../words/account.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Bones, Fault } from './show.tsx';

export function PasswordDialog({ isFirst, onClose }: { isFirst: boolean; onClose(): void }) {
  const { client } = useHere();
  const [password, setPassword] = useState('');
  const change = useChange(
    (_: undefined, options) => client.session.setPassword({ password }, options),
    { done: () => ({ text: t(words.passwordChanged) }), after: onClose },
  );
  const fault = faultOf(change.error, 'password');
  const verb = t(isFirst ? words.choosePassword : words.changePassword);
  return (
    <Dialog
      title={verb}
      onClose={onClose}
      onSubmit={() => change.mutate(undefined)}
      foot={
        <Button type="submit" look="main" working={change.isPending ? t(common.saving) : undefined}>
          {verb}
        </Button>
      }
    >
      <p className="soft">{t(words.passwordText)}</p>
      <Field
        label={t(words.newPassword)}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        hint={t(words.passwordRule)}
        fault={fault}
      />
      {fault === undefined && <Fault error={change.error} />}
    </Dialog>
  );
}

type AppProps = { onCodes(codes: readonly string[]): void; onClose(): void };

/** A secret for an app that shows codes, as a QR code and as text; it counts once a code of it is right. */
export function AppDialog({ onCodes, onClose }: AppProps) {
  const { client } = useHere();
  const [code, setCode] = useState('');
  const begin = useChange((_: undefined, options) => client.session.beginSecondFactor(options));
  const confirm = useChange(
    (_: undefined, options) => client.session.confirmSecondFactor({ code }, options),
    {
      after({ recoveryCodes }) {
        onClose();
        onCodes(recoveryCodes);
      },
    },
  );
  const isBegun = useRef(false);
  useEffect(() => {
    // Once: another secret would make the code of this one wrong.
    if (isBegun.current) return;
    isBegun.current = true;
    begin.mutate(undefined);
  }, [begin.mutate]);
  const fault = faultOf(confirm.error, 'code');
  const shown = begin.data;
  return (
    <Dialog
      title={t(words.setUpApp)}
      onClose={onClose}
      onSubmit={() => shown && confirm.mutate(undefined)}
      foot={
        <Button
          type="submit"
          look="main"
          working={confirm.isPending ? t(words.confirming) : undefined}
        >
          {t(words.confirm)}
        </Button>
      }
    >
      <Fault error={begin.error} />
      {begin.isPending && <Bones rows={3} />}
      {shown && (
        <>
          <div className="scan">
            <svg
              className="qr"
              role="img"
              aria-label={t(words.qrCode)}
              viewBox={`0 0 ${shown.qrCode.size} ${shown.qrCode.size}`}
            >
              <rect width="100%" height="100%" fill="#fff" />
              <path d={shown.qrCode.path} fill="#000" />
            </svg>
            <div>
              <b>{t(words.scan)}</b>
              <p className="soft">{t(words.scanText)}</p>
              <p className="soft">{t(words.orType)}</p>
              <code>{shown.secret.match(/.{1,4}/g)?.join(' ')}</code>
            </div>
          </div>
          <Field
            label={t(words.appCode)}
            inputMode="numeric"
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
            fault={fault}
          />
        </>
      )}
      {fault === undefined && <Fault error={confirm.error} />}
    </Dialog>
  );
}
