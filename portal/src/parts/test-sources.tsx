import { brandOf } from '../data/cards.ts';
import { brandName } from '../data/format.ts';
import { t } from '../words/language.ts';
import { testSources as words } from '../words/test-sources.ts';
import { Button } from './button.tsx';

type TestSource = {
  /** The behaviour of the simulated bank. */
  readonly does: keyof typeof words.outcomes;
  readonly entries: Readonly<Record<string, string>>;
};

const card = (number: string, does: TestSource['does']): TestSource => ({
  does,
  entries: { number, cvv: brandOf(number) === 'amex' ? '1234' : '123' },
});
const account = (number: string, does: TestSource['does']): TestSource => ({
  does,
  entries: { account: number, routing: '021000021' },
});

/** One for each outcome that a person wants to see once; docs/interface/sandbox.md has all. */
const sources: Readonly<Record<'card' | 'bank', readonly TestSource[]>> = {
  card: [
    card('4242424242424242', 'approve'),
    card('378282246310005', 'approveAmex'),
    card('4000000000009995', 'insufficientFunds'),
    card('4100000000000019', 'suspectedFraud'),
    card('4000009990000112', 'lostAnswer'),
    card('4000009990000104', 'lostRequest'),
    card('4000009990000807', 'refundDeclined'),
  ],
  bank: [account('123456789', 'paid'), account('99100001', 'returned')],
};

/** Sources of the sandbox beside the form that they fill in. */
export function TestSources({
  method,
  year,
  onFill,
}: {
  method: 'card' | 'bank';
  year: number;
  onFill: (entries: Readonly<Record<string, string>>) => void;
}) {
  return (
    <aside aria-label={t(words.title)}>
      <div className="pad stack">
        <section className="card">
          <header>
            <h2>{t(words.title)}</h2>
          </header>
          <ul className="lines">
            {sources[method].map(({ does, entries }) => {
              const number = entries.number ?? entries.account!;
              const name = `${brandName(brandOf(number)) || t(words.account)} •••• ${number.slice(-4)}`;
              const [title, what] = words.outcomes[does];
              return (
                <li key={number}>
                  <span className="grow">
                    <b>{t(title)}</b>
                    <small>{t(what)}</small>
                  </span>
                  <Button
                    small
                    aria-label={t(words.fillIn(name))}
                    onClick={() =>
                      onFill(
                        method === 'card'
                          ? { ...entries, expiry: `12/${(year + 3) % 100}` }
                          : entries,
                      )
                    }
                  >
                    <span className="mono">{`•••• ${number.slice(-4)}`}</span>
                  </Button>
                </li>
              );
            })}
          </ul>
        </section>
        <p className="soft small">{t(words.note)}</p>
      </div>
    </aside>
  );
}
