import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Passkey, WriteOptions } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { deviceOf } from '../data/device.ts';
import { createPasskey, hasPasskeys } from '../data/passkey.ts';
import { account as words } from '../words/account.ts';
import { t } from '../words/language.ts';
import { realMoment } from './account-moment.ts';
import { Button } from './button.tsx';
import { CodesDialog } from './codes-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Icon } from './icon.tsx';
import { MoreMenu } from './more-menu.tsx';
import { RenameDialog } from './rename-dialog.tsx';
import { Bones, Card, Fault } from './show.tsx';

type Asked = 'new' | { readonly passkey: Passkey; readonly what: 'rename' | 'remove' };

/** The passkeys of whoever is signed in. */
export function AccountPasskeys() {
  const { client } = useHere();
  const [asked, setAsked] = useState<Asked>();
  const [codes, setCodes] = useState<readonly string[]>([]);
  const close = () => setAsked(undefined);
  const found = useQuery({
    queryKey: ['session', 'passkeys'],
    queryFn: async () => await client.session.listPasskeys(),
  });
  const add = async (name: string, options: WriteOptions) => {
    const begun = await client.session.beginPasskey(options);
    const credential = await createPasskey(begun.options);
    return await client.session.addPasskey({ name, credential }, options);
  };
  return (
    <Card
      title={t(words.passkeys)}
      tools={
        <Button
          small
          icon="plus"
          because={hasPasskeys ? undefined : t(words.noPasskeys)}
          onClick={() => setAsked('new')}
        >
          {t(words.addPasskey)}
        </Button>
      }
    >
      <div className="in">
        <p className="soft">{t(hasPasskeys ? words.passkeysText : words.noPasskeys)}</p>
        <Fault error={found.error} retry={() => void found.refetch()} />
      </div>
      {found.isPending && <Bones rows={2} />}
      {found.data && found.data.data.length > 0 && (
        <ul className="lines">
          {found.data.data.map((passkey) => (
            <Line key={passkey.id} passkey={passkey} ask={(what) => setAsked({ passkey, what })} />
          ))}
        </ul>
      )}
      {asked === 'new' && (
        <RenameDialog
          title={t(words.addPasskey)}
          name={deviceOf(navigator.userAgent) ?? ''}
          hint={t(words.passkeyHint)}
          verb={t(words.addPasskey)}
          working={t(words.adding)}
          work={add}
          done={(_, name) => ({ text: t(words.passkeyAdded(name)) })}
          after={({ recoveryCodes }) => setCodes(recoveryCodes)}
          onClose={close}
        />
      )}
      {typeof asked === 'object' && asked.what === 'rename' && (
        <RenameDialog
          title={t(words.renameOne(asked.passkey.name))}
          name={asked.passkey.name}
          work={(name, options) =>
            client.session.renamePasskey(asked.passkey.id, { name }, options)
          }
          done={(_, name) => ({ text: t(words.renamed(name)) })}
          onClose={close}
        />
      )}
      {typeof asked === 'object' && asked.what === 'remove' && (
        <ConfirmDialog
          isGrave
          title={t(words.removeOne(asked.passkey.name))}
          verb={t(words.remove)}
          working={t(words.removing)}
          work={(options) => client.session.removePasskey(asked.passkey.id, options)}
          done={() => ({ text: t(words.removed) })}
          onClose={close}
        >
          {t(words.removeText)}
        </ConfirmDialog>
      )}
      {codes.length > 0 && <CodesDialog codes={codes} onClose={() => setCodes([])} />}
    </Card>
  );
}

type LineProps = { passkey: Passkey; ask(what: 'rename' | 'remove'): void };

function Line({ passkey: { name, createdAt, lastUsedAt }, ask }: LineProps) {
  const { business } = useHere();
  const used = lastUsedAt ? words.used(realMoment(lastUsedAt, business.timeZone)) : words.neverUsed;
  return (
    <li>
      <Icon name="key" />
      <span className="grow">
        <b>{name}</b>
        <small>
          {t(words.added(realMoment(createdAt, business.timeZone)))} · {t(used)}
        </small>
      </span>
      <MoreMenu
        of={name}
        items={[
          { text: t(words.rename), icon: 'gear', onChoose: () => ask('rename') },
          { text: t(words.remove), icon: 'x', onChoose: () => ask('remove') },
        ]}
      />
    </li>
  );
}
