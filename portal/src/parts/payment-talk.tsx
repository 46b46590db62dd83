import { Fragment, useState } from 'react';
import type { BankExchange } from '../../../clients/typescript/src/index.ts';
import { number } from '../data/format.ts';
import { bankWords as words } from '../words/bank.ts';
import { type Text, t } from '../words/language.ts';
import { lookOf, type Tone } from '../words/states.ts';
import { IconButton } from './button.tsx';
import { useClipboard } from './clipboard.tsx';
import { Icon, Shape } from './icon.tsx';
import { Tag } from './show.tsx';

export function kindWord(kind: string): Text {
  return words.kinds[kind as keyof typeof words.kinds] ?? lookOf(kind).word;
}

/** The bank's verdict, if known: by its own word, else by the status of HTTP. */
function outcomeOf({ status, answer }: BankExchange): string | undefined {
  if (status === null) return undefined;
  return fieldsOf(answer)?.find(([name]) => name === 'outcome')?.[1];
}

export function toneOf(exchange: BankExchange): Tone {
  const { status, answer } = exchange;
  if (status === null) return isSent(answer) ? 'doubt' : 'still';
  if (status >= 400) return 'bad';
  const outcome = outcomeOf(exchange);
  return outcome === undefined ? 'move' : lookOf(outcome).tone;
}

/** True if it may have reached the bank, and no answer says what became of it. */
export function isUnanswered(exchange: BankExchange): boolean {
  const { status, answer } = exchange;
  return status === null ? isSent(answer) : status >= 500 || outcomeOf(exchange) === 'unknown';
}

/** False where it is certain that nothing left us. */
const isSent = (answer: string) => !answer.startsWith('(nothing was sent');

/** A request to the bank and its answer, side by side, masked as they are kept. */
export function Talk({ exchange, reference }: { exchange: BankExchange; reference: string }) {
  const { kind, status, request, answer, isDerived } = exchange;
  // Nothing follows the head if the bank stayed silent.
  const [isOpen, setOpen] = useState(kind !== 'inquiry' || status !== null);
  const copy = useClipboard();
  return (
    <div className="box talk">
      <header>
        <span className="grow">
          {t(kindWord(kind))} · <span className="desk-only">{t(words.reference)} </span>
          <span className="mono">{reference}</span>
        </span>
        {isDerived && (
          <span className="desk-only" title={t(words.derivedText)}>
            <Tag>{t(words.derived)}</Tag>
          </span>
        )}
        <Outcome exchange={exchange} />
        <IconButton
          icon="copy"
          label={t(words.copyTalk)}
          onClick={() => void copy(`${request}\n\n${answer}`)}
        />
        <IconButton
          icon={isOpen ? 'down' : 'right'}
          label={t(isOpen ? words.less : words.more)}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        />
      </header>
      {isOpen && (
        <div className="pair">
          <div>
            <p className="by-whom">
              <Icon name="arrow" small />
              {t(words.weAsked)}
            </p>
            <Content text={request} />
          </div>
          <div>
            <p className="by-whom">
              <Icon name="back" small />
              {t(words.bankAnswered)}
            </p>
            {status === null ? <Nothing {...{ kind, answer }} /> : <Content text={answer} />}
          </div>
        </div>
      )}
    </div>
  );
}

function outcomeWord(outcome: string): Text {
  return outcome === 'not_found' ? words.notFound : lookOf(outcome).word;
}

/** The answer, in a word or two. */
export function saidIn(exchange: BankExchange): string {
  const { status, answer } = exchange;
  if (status === null) return t(isSent(answer) ? words.noAnswer : words.notSent);
  const outcome = outcomeOf(exchange);
  return outcome === undefined ? String(status) : t(outcomeWord(outcome));
}

function Outcome({ exchange }: { exchange: BankExchange }) {
  const { tookMs } = exchange;
  const outcome = outcomeOf(exchange);
  const look = outcome === undefined ? undefined : lookOf(outcome);
  const said = saidIn(exchange);
  return (
    <span className="state loud" data-tone={toneOf(exchange)}>
      {look && <Shape name={look.shape} />}
      {tookMs === 0 ? said : t(words.within(said, `${number(tookMs)} ms`))}
    </span>
  );
}

function Nothing({ kind, answer }: Pick<BankExchange, 'kind' | 'answer'>) {
  if (!isSent(answer)) return <p className="soft">{t(words.surelyNothing)}</p>;
  return (
    <div className="nothing">
      <Shape name="unknown" />
      <b>{t(words.nothingBack)}</b>
      {kind !== 'inquiry' && <span className="soft small">{t(words.mayHaveHappened)}</span>}
      <span className="soft small">{answer}</span>
    </div>
  );
}

/** A line for each field, where it is a document that is read so; else as it is. */
function Content({ text }: { text: string }) {
  const [, call = '', body = ''] = /^((?:GET|POST|PUT|DELETE|PATCH) \S+)?\s*([\s\S]*)$/.exec(text)!;
  const fields = fieldsOf(body) ?? [];
  const isPlain = fields.length === 0;
  return (
    <>
      {(call || isPlain) && (
        <pre>
          {call && <span className="c">{`${call}\n`}</span>}
          {isPlain && body}
        </pre>
      )}
      {!isPlain && (
        <dl>
          {fields.map(([name, value], i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is kept never changes, and names come twice
            <Fragment key={i}>
              <dt className="k">{name}</dt>
              <dd className={isHidden(value) ? 'h' : 'v'}>{value}</dd>
            </Fragment>
          ))}
        </dl>
      )}
    </>
  );
}

/** Masked, or a secret that is kept nowhere. */
function isHidden(value: string): boolean {
  return value.includes('••••') || value === '***' || value === 'not kept';
}

type Field = readonly [name: string, value: string];

/** The fields of a JSON object, with those below it named by their path, or of a form. */
function fieldsOf(text: string): readonly Field[] | undefined {
  const plain = text.trim();
  if (plain.startsWith('{')) return fieldsOfJson(plain);
  const isForm = /^[\w.:@[\]-]+=[^&\s]*(?:&[\w.:@[\]-]+=[^&\s]*)*$/.test(plain);
  return isForm ? [...new URLSearchParams(plain)] : undefined;
}

function fieldsOfJson(text: string): readonly Field[] | undefined {
  try {
    return flat('', JSON.parse(text));
  } catch {
    return undefined;
  }
}

function flat(path: string, value: unknown): readonly Field[] {
  if (typeof value !== 'object' || value === null) return [[path, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) =>
    flat(path === '' ? name : `${path}.${name}`, inner),
  );
}
