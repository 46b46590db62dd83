import type { Case } from '../../../clients/typescript/src/index.ts';
import { useActorNames } from '../data/actors.ts';
import { useHere } from '../data/business.tsx';
import { cases as words } from '../words/cases.ts';
import { t } from '../words/language.ts';
import { Shape } from './icon.tsx';
import { When } from './show.tsx';

export function useIsMe(): (actor: string | null) => boolean {
  const { session } = useHere();
  return (actor) => actor === `user:${session.email}`;
}

/** Ctrl Enter does what the main button of the form does, wherever the focus is. */
/** The proposer and the confirming person. */
export function CaseHands({ one }: { one: Case }) {
  const { membership, may } = useHere();
  const isMe = useIsMe();
  const { proposedBy, confirmedBy } = one;
  const isFirst = proposedBy === null && may('approve');
  const isSecond = one.status === 'proposed' && may('approve') && !isMe(proposedBy);
  const expected = (isMine: boolean) => (isMine ? membership.name : t(words.another));
  return (
    <div className="stack">
      <Hand
        title={`1 ${t(proposedBy === null ? words.toBeProposed : words.proposed)}`}
        actor={proposedBy}
        expected={expected(isFirst)}
        isMe={isFirst || isMe(proposedBy)}
        at={one.proposedAt}
        note={one.note}
      />
      <Hand
        title={`2 ${t(confirmedBy === null ? words.toBeConfirmed : words.confirmed)}`}
        actor={confirmedBy}
        expected={expected(isSecond)}
        isMe={isSecond || isMe(confirmedBy)}
        at={one.confirmedAt}
      />
    </div>
  );
}

type HandProps = {
  title: string;
  /** Null: nobody yet, and this is whom it waits for. */
  actor: string | null;
  expected: string;
  isMe: boolean;
  at: string | null;
  note?: string | null;
};

function Hand({ title, actor, expected, isMe, at, note }: HandProps) {
  const nameOf = useActorNames();
  const isOpen = actor === null;
  const name = isOpen ? expected : nameOf(actor);
  const initials = name
    .split(/\s+/)
    .map((part) => part.charAt(0).toUpperCase())
    .slice(0, 2)
    .join('');
  return (
    <div className={isOpen ? 'hand open' : 'hand'}>
      <h3>
        <Shape name={isOpen ? 'processing' : 'captured'} />
        {title}
      </h3>
      <p className="by">
        <span className="mark round" aria-hidden="true">
          {initials}
        </span>
        <span>
          {name}
          {isMe && <small>{t(words.thatIsYou)}</small>}
          {at && (
            <small>
              <When at={at} />
            </small>
          )}
        </span>
      </p>
      {note && <p className="quote">{note}</p>}
    </div>
  );
}
