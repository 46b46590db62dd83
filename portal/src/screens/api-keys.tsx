import { useState } from 'react';
import type { ApiKey, ApiKeysListQuery, NewApiKey } from '../../../clients/typescript/src/index.ts';
import { useActorNames } from '../data/actors.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, useChange } from '../data/change.tsx';
import { useKeys } from '../data/keys.ts';
import type { Right } from '../data/session.ts';
import { Button } from '../parts/button.tsx';
import { statusColumn } from '../parts/columns.tsx';
import { ConfirmDialog } from '../parts/confirm-dialog.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Check, Field } from '../parts/field.tsx';
import { GraceDialog } from '../parts/grace-dialog.tsx';
import { ListScreen, type ListSpec } from '../parts/list-screen.tsx';
import { MoreMenu } from '../parts/more-menu.tsx';
import { RenameDialog } from '../parts/rename-dialog.tsx';
import { allRights, RightChecks, Rights } from '../parts/rights.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { Fault, When } from '../parts/show.tsx';
import { common } from '../words/common.ts';
import { keys as words } from '../words/keys.ts';
import { t } from '../words/language.ts';
import { places as titles } from '../words/places.ts';
import { lookOf } from '../words/states.ts';

type Asked = { readonly key: ApiKey; readonly what: 'rename' | 'rotate' | 'revoke' };

const nameOf = ({ name, hint }: ApiKey) => name ?? (hint || t(words.unnamed));

function specOf(ask: ((asked: Asked) => void) | undefined): ListSpec<ApiKey, ApiKeysListQuery> {
  return {
    name: 'apiKeys',
    title: titles.apiKeys,
    icon: 'key',
    read: (client, query) => client.apiKeys.list(query),
    id: ({ id }) => id,
    label: nameOf,
    search: words.search,
    columns: [
      { title: common.name, onPhone: 1, cell: ({ name }) => <b>{name}</b> },
      {
        title: words.hint,
        onPhone: 3,
        cell: ({ hint }) => hint && <span className="mono soft">{hint}…</span>,
      },
      statusColumn(),
      { title: words.rights, cell: ({ rights }) => <Rights rights={rights} /> },
      {
        title: words.lastUsed,
        isNumber: true,
        cell: ({ lastUsedAt }) =>
          lastUsedAt ? <When at={lastUsedAt} /> : <span className="soft">{t(words.never)}</span>,
      },
      { title: words.ends, isNumber: true, cell: ({ expiresAt }) => <When at={expiresAt} /> },
      {
        title: common.created,
        isNumber: true,
        cell: (key) => <Made apiKey={key} />,
      },
      {
        title: common.actions,
        isNumber: true,
        onPhone: 2,
        cell: (key) =>
          ask &&
          key.status === 'active' && (
            <MoreMenu
              of={nameOf(key)}
              items={[
                {
                  text: t(words.rename),
                  icon: 'gear',
                  onChoose: () => ask({ key, what: 'rename' }),
                },
                {
                  text: t(words.rotate),
                  icon: 'repeat',
                  onChoose: () => ask({ key, what: 'rotate' }),
                },
                { text: t(words.revoke), icon: 'x', onChoose: () => ask({ key, what: 'revoke' }) },
              ]}
            />
          ),
      },
    ],
    filters: [
      {
        kind: 'word',
        title: lookOf('revoked').word,
        name: 'isRevoked',
        values: [
          ['true', common.yes],
          ['false', common.no],
        ],
      },
      { kind: 'days', title: common.created, from: 'createdFrom', to: 'createdTo' },
    ],
    empty: { title: words.empty, text: words.emptyText },
  };
}

function Made({ apiKey: { createdAt, createdBy } }: { apiKey: ApiKey }) {
  const nameOf = useActorNames();
  const by = createdBy === null ? undefined : `${t(words.createdBy)} ${nameOf(createdBy)}`;
  return (
    <span className="soft" title={by}>
      <When at={createdAt} />
    </span>
  );
}

/** Keys of the business with their rights and last use; a secret is shown once. */
export default function ApiKeys() {
  const { client, may } = useHere();
  const [asked, setAsked] = useState<Asked | 'new'>();
  const [made, setMade] = useState<NewApiKey>();
  const mayChange = may('administer');
  const close = () => setAsked(undefined);
  const show = (key: NewApiKey) => {
    setMade(key);
    close();
  };
  useKeys(mayChange ? { N: () => setAsked('new') } : {});
  return (
    <>
      <ListScreen
        spec={specOf(mayChange ? setAsked : undefined)}
        actions={
          mayChange && (
            <Button look="main" icon="plus" hotkey="N" onClick={() => setAsked('new')}>
              {t(words.newOne)}
            </Button>
          )
        }
      />
      {asked === 'new' && <NewKey onMade={show} onClose={close} />}
      {asked && asked !== 'new' && asked.what === 'rename' && (
        <RenameDialog
          title={t(words.renameOne(nameOf(asked.key)))}
          name={asked.key.name ?? ''}
          hint={t(words.nameHint)}
          work={(name, options) => client.apiKeys.update(asked.key.id, { name }, options)}
          done={(key) => ({ text: t(words.renamed(nameOf(key))) })}
          onClose={close}
        />
      )}
      {asked && asked !== 'new' && asked.what === 'rotate' && (
        <GraceDialog
          title={t(words.rotateOne(nameOf(asked.key)))}
          text={t(words.rotateText)}
          verb={t(words.rotate)}
          working={t(words.rotating)}
          work={(graceSeconds, options) =>
            client.apiKeys.rotate(asked.key.id, { graceSeconds }, options)
          }
          after={show}
          onClose={close}
        />
      )}
      {asked && asked !== 'new' && asked.what === 'revoke' && (
        <ConfirmDialog
          isGrave
          title={t(words.revokeOne(nameOf(asked.key)))}
          verb={t(words.revokeOne(nameOf(asked.key)))}
          working={t(words.revoking)}
          work={(options) => client.apiKeys.revoke(asked.key.id, options)}
          done={(key) => ({ text: t(words.revoked(nameOf(key))) })}
          onClose={close}
        >
          {t(words.revokeText)}
        </ConfirmDialog>
      )}
      {made && (
        <SecretDialog
          title={t(words.secretOf(nameOf(made)))}
          text={t(words.secretText)}
          secret={made.secret}
          onClose={() => setMade(undefined)}
        />
      )}
    </>
  );
}

function NewKey({ onMade, onClose }: { onMade(key: NewApiKey): void; onClose(): void }) {
  const { client, may, business } = useHere();
  const [name, setName] = useState('');
  const [rights, setRights] = useState<readonly Right[]>(['read']);
  const [isForAll, setIsForAll] = useState(false);
  const offered = allRights.filter(may);
  const mayAll = allRights.every(
    (right) => may(right) || (right === 'operate' && !business.isRoot),
  );
  const change = useChange(
    (_: undefined, options) =>
      client.apiKeys.create({ name: name.trim(), rights: isForAll ? null : rights }, options),
    { after: onMade },
  );
  const working = change.isPending ? t(words.creating) : undefined;
  const rightsFault = faultOf(change.error, 'rights');
  return (
    <Dialog
      title={t(words.newOne)}
      onClose={onClose}
      onSubmit={() => change.mutate(undefined)}
      foot={
        <Button type="submit" look="main" working={working}>
          {t(words.create)}
        </Button>
      }
    >
      <Field
        label={t(common.name)}
        value={name}
        onChange={setName}
        maxLength={100}
        hint={t(words.nameHint)}
        fault={faultOf(change.error, 'name')}
      />
      {mayAll && (
        <Check
          label={t(words.everything)}
          hint={t(words.everythingHint)}
          value={isForAll}
          onChange={setIsForAll}
        />
      )}
      {!isForAll && <RightChecks offered={offered} value={rights} onChange={setRights} />}
      {rightsFault !== undefined && <p className="fault">{rightsFault}</p>}
      <Fault error={change.error} />
    </Dialog>
  );
}
