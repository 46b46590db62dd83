import { type RefObject, useRef, useState } from 'react';
import type { Case } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf, isRefused, useChange } from '../data/change.tsx';
import { useKeys } from '../data/keys.ts';
import { cases as words } from '../words/cases.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { CaseHands, useIsMe } from './case-hands.tsx';
import { decisionName, optionsOf, useSums } from './case-parts.tsx';
import { TextArea } from './field.tsx';
import { Option } from './option.tsx';
import { Fault, Note, SideBlock, State } from './show.tsx';

type Props = {
  one: Case;
  etag: string | undefined;
  /** Reads anew what stands. */
  onReload(): void;
};
type FormProps = { one: Case; etag: string | undefined; onRefused(error: unknown): void };

/**
 * Beside the evidence: who proposed, who confirms, and what this person may do. What is decided is the version that was
 * seen: where somebody else changed it meanwhile, nothing is decided, and what stands now is shown.
 */
export function CaseDecision({ one, etag, onReload }: Props) {
  const { may } = useHere();
  const sums = useSums(one);
  const [isOutdated, setOutdated] = useState(false);
  const onRefused = (error: unknown) => {
    setOutdated(isRefused(error, 'changed_meanwhile'));
    if (isRefused(error, 'changed_meanwhile')) onReload();
  };
  const form = { one, etag, onRefused };
  return (
    <aside className="decide" aria-label={t(words.decision)}>
      {isOutdated && (
        <section className="side-block">
          <Note tone="wait" title={t(words.changedMeanwhile)}>
            <p>{t(words.loadedAgain)}</p>
          </Note>
        </section>
      )}
      <SideBlock title={t(words.twoPersons)}>
        <CaseHands one={one} />
      </SideBlock>
      {one.status === 'closed' || one.status === 'confirmed' ? (
        <SideBlock title={t(words.outcome)}>
          {one.proposal && (
            <p>
              <b>{decisionName(one.proposal, sums)}</b>
            </p>
          )}
          {one.outcome && <State state={one.outcome} />}
          <p className="soft small">
            {t(one.status === 'closed' ? words.isClosed : words.isCarriedOut)}
          </p>
        </SideBlock>
      ) : !may('approve') ? (
        <SideBlock title={t(words.decision)}>
          <p className="soft">{t(words.mayNot('approve'))}</p>
        </SideBlock>
      ) : one.status === 'open' ? (
        <Propose {...form} />
      ) : (
        <Confirm key={one.proposedAt} {...form} />
      )}
    </aside>
  );
}

function faultUnlessOutdated(error: unknown): unknown {
  return isRefused(error, 'changed_meanwhile') ? undefined : error;
}

/** Whether that is whom the service takes the person at this screen for: names are shared, mail addresses are not. */
function useSubmitKey(): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useKeys({ 'Ctrl Enter': () => form.current?.requestSubmit() });
  return form;
}

function Propose({ one, etag, onRefused }: FormProps) {
  const { client } = useHere();
  const sums = useSums(one);
  const [decision, setDecision] = useState<string>();
  const [note, setNote] = useState('');
  const [isAsked, setAsked] = useState(false);
  const form = useSubmitKey();
  const change = useChange(
    (body: { decision: string; note: string }, options) =>
      client.cases.propose(one.id, body, { ...options, ifMatch: etag }),
    {
      done: ({ proposal }) => ({ text: t(words.didPropose(decisionName(proposal ?? '', sums))) }),
      after: () => onRefused(undefined),
    },
  );
  const submit = () => {
    setAsked(true);
    if (decision !== undefined && note.trim() !== '' && !change.isPending)
      change.mutate({ decision, note: note.trim() }, { onError: onRefused });
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <SideBlock title={t(words.decision)}>
        <fieldset>
          <legend className="unseen">{t(words.decision)}</legend>
          {optionsOf(one, sums).map((option) => (
            <Option
              key={option.decision}
              name="decision"
              title={option.name}
              text={option.effect}
              isChosen={decision === option.decision}
              onChoose={() => setDecision(option.decision)}
            />
          ))}
        </fieldset>
        {isAsked && decision === undefined && <Note tone="bad" title={t(words.choose)} />}
      </SideBlock>
      <section className="side-block">
        <TextArea
          label={t(words.yourNote)}
          hint={t(words.noteHint)}
          rows={3}
          value={note}
          onChange={setNote}
          fault={
            isAsked && note.trim() === '' ? t(words.noteMissing) : faultOf(change.error, 'note')
          }
        />
        <Fault error={faultUnlessOutdated(change.error)} />
        <div className="field">
          <FullButton
            working={change.isPending ? t(words.proposing) : undefined}
            text={
              decision === undefined
                ? t(words.proposePlain)
                : t(words.propose(decisionName(decision, sums)))
            }
          />
        </div>
        <p className="small soft field">{t(words.proposeText)}</p>
      </section>
    </form>
  );
}

function Confirm({ one, etag, onRefused }: FormProps) {
  const { client } = useHere();
  const isMe = useIsMe();
  const [note, setNote] = useState('');
  const form = useSubmitKey();
  const proposal = one.proposal ?? '';
  const sums = useSums(one);
  const name = decisionName(proposal, sums);
  const option = optionsOf(one, sums).find(({ decision }) => decision === proposal);
  const confirm = useChange(
    (text: string, options) => {
      const body = { decision: proposal, ...(text !== '' && { note: text }) };
      return client.cases.confirm(one.id, body, { ...options, ifMatch: etag });
    },
    {
      done: () => ({ text: t(words.didConfirm(name)) }),
      after: () => onRefused(undefined),
    },
  );
  const reject = useChange(
    (text: string, options) =>
      client.cases.reject(one.id, { note: text }, { ...options, ifMatch: etag }),
    { done: () => ({ text: t(words.didReject) }), after: () => onRefused(undefined) },
  );
  const isMine = isMe(one.proposedBy);
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isMine && !confirm.isPending) confirm.mutate(note.trim(), { onError: onRefused });
      }}
    >
      <SideBlock title={t(words.proposedIs(name))}>
        <p className="small">{option?.effect}</p>
      </SideBlock>
      <section className="side-block stack">
        {isMine && <Note tone="still" title={t(words.notYou)} />}
        <TextArea
          label={t(words.yourNote)}
          hint={t(isMine ? words.noteHint : words.noteHintConfirm)}
          rows={3}
          value={note}
          onChange={setNote}
          fault={faultOf(confirm.error ?? reject.error, 'note')}
        />
        <Fault error={faultUnlessOutdated(confirm.error ?? reject.error)} />
        {!isMine && (
          <FullButton
            working={confirm.isPending ? t(words.confirming) : undefined}
            text={t(words.confirm(name))}
          />
        )}
        <Button
          full
          working={reject.isPending ? t(words.rejecting) : undefined}
          because={note.trim() === '' ? t(words.noteMissing) : undefined}
          onClick={() => reject.mutate(note.trim(), { onError: onRefused })}
        >
          {t(words.reject)}
        </Button>
        <p className="small soft">{t(words.final)}</p>
      </section>
    </form>
  );
}

function FullButton({ text, working }: { text: string; working: string | undefined }) {
  return (
    <Button type="submit" look="main" full working={working} hotkey="Ctrl Enter">
      {text}
    </Button>
  );
}
