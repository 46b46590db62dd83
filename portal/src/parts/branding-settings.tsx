import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { answerOf, type Branding } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { faultOf } from '../data/change.tsx';
import { type LogoFile, readLogoFile } from '../data/logo-file.ts';
import { useSave, useTyped } from '../data/typed.ts';
import { branding as words } from '../words/branding.ts';
import { t } from '../words/language.ts';
import { settings } from '../words/settings.ts';
import { BrandingPreview } from './branding-preview.tsx';
import { Field } from './field.tsx';
import { SettingsCard } from './settings-parts.tsx';

type Fields = {
  readonly color: string;
  /** With the file that it was read from; null: there is none; undefined: it is the stored one. */
  readonly logo: (LogoFile & { readonly from: File }) | null | undefined;
};

function fieldsOf({ accentColor, logo }: Branding): Fields {
  return { color: accentColor ?? '', logo: logo ? undefined : null };
}

type Props = { one: Branding; onReload(): void };

const pauseMs = 200;

/** Logo and color, with what payers see before it is saved. Both go back to what is usual. */
export function BrandingSettings({ one: live, onReload }: Props) {
  const { business, client } = useHere();
  const form = useTyped(live, fieldsOf);
  const { one, stood, now } = form;
  const [fileFault, setFileFault] = useState<'not_an_image' | 'too_small'>();
  const input = useRef<HTMLInputElement>(null);
  const { logo } = form.typed;
  const color = now.color.trim().toLowerCase();
  const isColor = /^#[0-9a-f]{6}$/.test(color);
  const isWrong = color !== '' && !isColor;
  const tried = useTried(isColor ? color : undefined);
  const shown = isColor ? (color === one.accentColor ? one.shown : tried?.shown) : null;

  const isColored = color !== stood.color;
  const isChanged = isColored || logo !== undefined;
  const emptyField = () => {
    setFileFault(undefined);
    if (input.current) input.current.value = '';
  };
  const fileInField = () => input.current?.files?.[0];
  const save = useSave(
    form,
    (options) =>
      client.businesses.updateBranding(
        business.id,
        {
          ...(isColored && { accentColor: color === '' ? null : color }),
          ...(logo !== undefined && { logo: logo?.content ?? null }),
        },
        { ...options, ifMatch: answerOf(one)?.etag },
      ),
    {
      done: words.saved,
      after({ logo }) {
        if (logo && logo.from === fileInField()) emptyField();
      },
      onReload() {
        emptyField();
        onReload();
      },
    },
  );
  const setColor = (text: string) => save.type('color', text);
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return;
    const read = await readLogoFile(chosen);
    // A smaller one that was chosen later may have been read sooner.
    if (fileInField() !== chosen) return;
    const isRead = typeof read !== 'string';
    save.type('logo', isRead ? { ...read, from: chosen } : undefined);
    setFileFault(isRead ? undefined : read);
  };
  const logoUrl = logo === undefined ? one.logo && new URL(one.logo.address).pathname : logo?.url;
  const fault = fileFault === undefined ? faultOf(save.error, 'logo') : t(faults[fileFault]);
  return (
    <SettingsCard
      title={t(words.title)}
      text={t(words.text)}
      verb={t(words.save)}
      change={save}
      because={isWrong ? t(words.notAColor) : isChanged ? undefined : t(settings.nothingChanged)}
    >
      <div className="field">
        <label>
          <span className="label">{t(words.logo)}</span>
          <input
            ref={input}
            type="file"
            accept="image/png,image/jpeg"
            aria-invalid={fault !== undefined || undefined}
            aria-describedby="logo-hint"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        </label>
        <div id="logo-hint">
          <p className="hint">{t(words.logoHint)}</p>
          {fault !== undefined && <p className="fault">{fault}</p>}
        </div>
        {logoUrl && (
          <button
            type="button"
            className="link"
            onClick={() => {
              emptyField();
              save.type('logo', null);
            }}
          >
            {t(words.removeLogo)}
          </button>
        )}
      </div>
      <div className="color-field">
        <Field
          label={t(words.color)}
          hint={t(words.colorHint)}
          value={now.color}
          maxLength={7}
          spellCheck={false}
          autoComplete="off"
          fault={isWrong ? t(words.notAColor) : faultOf(save.error, 'accentColor')}
          onChange={setColor}
        />
        <input
          type="color"
          aria-label={t(words.chooseColor)}
          value={isColor ? color : usualColor}
          onChange={({ target }) => setColor(target.value)}
        />
      </div>
      {color !== '' && (
        <p>
          <button type="button" className="link" onClick={() => setColor('')}>
            {t(words.usualColor)}
          </button>
        </p>
      )}
      <div role="status">
        {shown && (
          <p className="soft">
            {shown.light === color && shown.dark === color && t(words.asChosen)}
            {shown.light !== color && `${t(words.onLight(shown.light))} `}
            {shown.dark !== color && t(words.onDark(shown.dark))}
          </p>
        )}
      </div>
      <BrandingPreview shown={shown ?? undefined} logoUrl={logoUrl ?? undefined} />
    </SettingsCard>
  );
}

const faults = { not_an_image: words.notAnImage, too_small: words.tooSmall } as const;

/** The one of pages of a business that has none of its own. */
const usualColor = '#1f4fd8';

/** The preview of a color; undefined until the service has answered. */
function useTried(color: string | undefined): Branding | undefined {
  const { business, client } = useHere();
  const [asked, setAsked] = useState(color);
  useEffect(() => {
    const pause = setTimeout(() => setAsked(color), pauseMs);
    return () => clearTimeout(pause);
  }, [color]);
  const { data } = useQuery({
    queryKey: [business.id, 'businesses', business.id, 'color', asked],
    enabled: asked !== undefined,
    queryFn: async ({ signal }) =>
      await client.businesses.retrieveBranding(business.id, { accentColor: asked }, { signal }),
  });
  return asked === color ? data : undefined;
}
