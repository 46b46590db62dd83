import type { ShownColors } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { money } from '../data/format.ts';
import { branding as words } from '../words/branding.ts';
import { t } from '../words/language.ts';

type Props = { shown: ShownColors | undefined; logoUrl: string | undefined };

/** The beginning of a pay page by day and by night. */
export function BrandingPreview(props: Props) {
  return (
    <div className="payer-pages">
      <PayerPage {...props} theme="light" />
      <PayerPage {...props} theme="dark" />
    </div>
  );
}

function PayerPage({ shown, logoUrl, theme }: Props & { theme: 'light' | 'dark' }) {
  const { business } = useHere();
  const { name, currency } = business;
  const letter = /[\p{L}\p{N}]/u.exec(name)?.[0]?.toUpperCase();
  const amount = money(4200, currency);
  // By the CSSOM: the policy of the page refuses attributes.
  const paint = (page: HTMLElement | null) => {
    for (const [property, value] of [
      ['--payer-fill', shown?.fill],
      ['--payer-on-fill', shown?.onFill],
      ['--payer-link', shown?.[theme]],
    ] as const) {
      if (value === undefined) page?.style.removeProperty(property);
      else page?.style.setProperty(property, value);
    }
  };
  return (
    <section
      ref={paint}
      className={`payer-page ${theme}`}
      aria-label={t(theme === 'light' ? words.lightPage : words.darkPage)}
    >
      <p className="payer-head">
        {logoUrl ? (
          <img src={logoUrl} alt="" />
        ) : (
          <span className="payer-mark" aria-hidden="true">
            {letter}
          </span>
        )}
        <b>{name}</b>
      </p>
      <p className="payer-amount">{amount}</p>
      <p className="payer-link">{t(words.download)}</p>
      <p className="payer-button">{t(words.pay(amount))}</p>
    </section>
  );
}
