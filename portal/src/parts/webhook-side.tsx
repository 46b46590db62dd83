import { useState } from 'react';
import type {
  WebhookEndpoint,
  WebhookEndpointWithSecret,
} from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { useChange } from '../data/change.tsx';
import { number } from '../data/format.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { webhooks as words } from '../words/webhooks.ts';
import { Button } from './button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { GraceDialog } from './grace-dialog.tsx';
import { Facts, Fault, Note, SideBlock, State, When } from './show.tsx';
import { ReplayDialog, useVersionOfEndpoint, WebhookForm } from './webhook-dialogs.tsx';

type Props = {
  endpoint: WebhookEndpoint;
  onSecret(made: WebhookEndpointWithSecret): void;
};

/** An endpoint with its health, and what can be done with it. */
export function WebhookSide({ endpoint, onSecret }: Props) {
  const { client, may } = useHere();
  const [opened, setOpened] = useState<'edit' | 'rotate' | 'delete' | 'replay'>();
  const close = () => setOpened(undefined);
  const { id, url, status } = endpoint;
  const test = useChange((_: undefined, options) => client.webhookEndpoints.test(id, options));
  const asShown = useVersionOfEndpoint(endpoint);
  const enable = useChange(
    async (_: undefined, options) =>
      await client.webhookEndpoints.enable(id, await asShown(options)),
    { done: () => ({ text: t(words.enabled(id)) }) },
  );
  return (
    <>
      <SideBlock title={id} link={<State state={status} badge />}>
        <p className="mono small letter">{url}</p>
        <Facts
          facts={[
            [t(words.username), endpoint.username],
            [t(words.inOrder), t(endpoint.inOrder ? words.inOrderText : words.noOrder)],
            [t(words.lastSuccess), endpoint.lastSuccessAt && <When at={endpoint.lastSuccessAt} />],
            endpoint.failures > 0 && [t(words.failures), number(endpoint.failures)],
            [t(words.failingSince), endpoint.failingSince && <When at={endpoint.failingSince} />],
            [
              t(words.formerUntil),
              endpoint.formerSecretUntil && <When at={endpoint.formerSecretUntil} />,
            ],
            [t(common.created), <When key="created" at={endpoint.createdAt} />],
          ]}
        />
        {may('administer') && (
          <div className="row wrap">
            <Button
              small
              icon="bolt"
              working={test.isPending ? t(words.testing) : undefined}
              onClick={() => test.mutate(undefined)}
            >
              {t(words.test)}
            </Button>
            {status !== 'enabled' && (
              <Button
                small
                working={enable.isPending ? t(words.enabling) : undefined}
                onClick={() => enable.mutate(undefined)}
              >
                {t(words.enable)}
              </Button>
            )}
            <Button small icon="replay" onClick={() => setOpened('replay')}>
              {t(words.replay)}
            </Button>
            <Button small onClick={() => setOpened('edit')}>
              {t(words.edit)}
            </Button>
            <Button small icon="key" onClick={() => setOpened('rotate')}>
              {t(words.rotate)}
            </Button>
            <Button small onClick={() => setOpened('delete')}>
              {t(words.delete)}
            </Button>
          </div>
        )}
      </SideBlock>
      {(test.data || test.error || enable.error) && (
        <div className="side-block stack">
          <Fault error={test.error ?? enable.error} />
          {test.data && (
            <Note
              tone={test.data.isAccepted ? 'good' : 'bad'}
              title={t(
                test.data.status === null
                  ? words.testUnanswered
                  : test.data.isAccepted
                    ? words.testAccepted(test.data.status)
                    : words.testRefused(test.data.status),
              )}
            >
              {test.data.error ?? test.data.answer ?? undefined}
            </Note>
          )}
        </div>
      )}
      {endpoint.eventTypes.length > 0 && (
        <SideBlock title={t(words.extraTypes)}>
          <ul>
            {endpoint.eventTypes.map((type) => (
              <li key={type} className="mono small">
                {type}
              </li>
            ))}
          </ul>
        </SideBlock>
      )}
      {opened === 'edit' && (
        <WebhookForm endpoint={endpoint} free={[]} onMade={onSecret} onClose={close} />
      )}
      {opened === 'replay' && <ReplayDialog name={id} onClose={close} />}
      {opened === 'rotate' && (
        <GraceDialog
          title={t(words.secretOf(id))}
          text={t(words.rotateText)}
          verb={t(words.rotate)}
          working={t(words.rotating)}
          work={async (graceSeconds, options) =>
            await client.webhookEndpoints.rotateSecret(id, { graceSeconds }, await asShown(options))
          }
          after={(made) => {
            close();
            onSecret(made);
          }}
          onClose={close}
        />
      )}
      {opened === 'delete' && (
        <ConfirmDialog
          isGrave
          title={t(words.deleteOne(id))}
          verb={t(words.deleteOne(id))}
          working={t(words.deleting)}
          work={async (options) => await client.webhookEndpoints.delete(id, await asShown(options))}
          done={() => ({ text: t(words.deleted(id)) })}
          onClose={close}
        >
          {t(words.deleteText(url))}
        </ConfirmDialog>
      )}
    </>
  );
}
