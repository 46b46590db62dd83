import { useState } from 'react';
import type { PayLink } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { money } from '../data/format.ts';
import { due } from '../words/due.ts';
import { invoices as words } from '../words/invoices.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Confirm } from './confirm.tsx';
import { MadeDialog } from './made-dialog.tsx';
import { OnlyRest } from './only-rest.tsx';
import { isToBePaid, RemindDialog } from './remind-dialog.tsx';

const ended = ['paid', 'returned', 'canceled', 'expired', 'revoked'];

/** Remind the payer of a link, show its address, or revoke it. */
export function PayLinkActions({ link }: { link: PayLink }) {
  const { client } = useHere();
  const [asked, setAsked] = useState<'address' | 'remind' | 'revoke'>();
  const close = () => setAsked(undefined);
  const show = useChange((_: undefined, options) => client.payLinks.showAddress(link.id, options));
  const revoke = useChange((_: undefined, options) => client.payLinks.revoke(link.id, options), {
    done: () => ({ text: t(words.revoked) }),
    after: close,
  });
  if (ended.includes(link.status)) return null;
  const sum = money(link.amount, link.currency);
  return (
    <>
      {isToBePaid(link) && (
        <Button small look="plain" onClick={() => setAsked('remind')}>
          {t(due.remind)}
        </Button>
      )}
      <Button small look="plain" onClick={() => setAsked('address')}>
        {t(words.address)}
      </Button>
      <Button small look="plain" onClick={() => setAsked('revoke')}>
        {t(words.revoke)}
      </Button>
      {asked === 'remind' && <RemindDialog links={[link]} onClose={close} />}
      {asked === 'address' &&
        (show.data ? (
          <MadeDialog
            title={t(words.address)}
            link={show.data}
            isSent={false}
            onClose={() => {
              show.reset();
              close();
            }}
          />
        ) : (
          <Confirm
            title={t(words.showAddress)}
            verb={t(words.showAddress)}
            change={show}
            onConfirm={() => show.mutate(undefined)}
            onClose={close}
          >
            <p>{t(words.showText)}</p>
          </Confirm>
        ))}
      {asked === 'revoke' && (
        <Confirm
          title={`${t(words.revokeOf(sum))}?`}
          verb={t(words.revokeOf(sum))}
          isGrave
          change={revoke}
          onConfirm={() => revoke.mutate(undefined)}
          onClose={close}
        >
          <p>{t(words.revokeText)}</p>
          <OnlyRest of={link} />
        </Confirm>
      )}
    </>
  );
}
