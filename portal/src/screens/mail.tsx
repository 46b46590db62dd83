import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'wouter';
import { useHere } from '../data/business.tsx';
import { usePolling } from '../data/live.tsx';
import { EventObject } from '../parts/delivery-side.tsx';
import { Detail } from '../parts/detail.tsx';
import { mailName } from '../parts/mail-parts.ts';
import { Copy, Facts, SideBlock, State, When } from '../parts/show.tsx';
import { t } from '../words/language.ts';
import { mails as words } from '../words/mails.ts';
import { places as titles } from '../words/places.ts';

/** One mail: to whom it went, what became of it, and what it says. */
export default function MailScreen() {
  const { client, business } = useHere();
  const { mailId = '' } = useParams();
  const found = useQuery({
    queryKey: [business.id, 'mails', mailId],
    queryFn: async () => await client.mails.retrieve(mailId),
  });
  usePolling(() => void found.refetch());
  return (
    <Detail
      found={found}
      title={t(words.mail)}
      titleOf={({ subject, kind }) => subject ?? mailName(kind)}
      crumb={{ text: t(titles.mails), href: '/mails' }}
    >
      {(mail) => (
        <div className="split wide">
          <div className="pad">
            <h2 className="unseen">{t(words.words)}</h2>
            <p className="soft">{t(mail.text === null ? words.saysNothing : words.asNow)}</p>
            {mail.text !== null && <pre className="code mail">{mail.text}</pre>}
          </div>
          <aside aria-label={t(words.mail)}>
            <SideBlock title={mailName(mail.kind)} link={<State state={mail.status} badge />}>
              <Facts
                facts={[
                  [t(words.to), <Copy key="to" text={mail.to} />],
                  mail.customerId !== null && [
                    t(titles.customer),
                    <Link key="customer" href={`/customers/${mail.customerId}?part=mails`}>
                      {mail.customerId}
                    </Link>,
                  ],
                  mail.objectId !== null && [
                    t(words.object),
                    <EventObject key="object" kind={mail.kind} objectId={mail.objectId} />,
                  ],
                  [
                    t(words.event),
                    <Link key="event" href={`/events/${mail.eventId}`}>
                      {mail.kind}
                    </Link>,
                  ],
                  [t(words.queued), <When key="at" at={mail.createdAt} />],
                  [t(words.sent), mail.sentAt && <When at={mail.sentAt} />],
                  [t(words.error), mail.errorCode],
                  [t(words.nextTry), mail.dueAt && <When at={mail.dueAt} />],
                ]}
              />
            </SideBlock>
          </aside>
        </div>
      )}
    </Detail>
  );
}
