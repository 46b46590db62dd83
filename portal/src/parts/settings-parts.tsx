import type { ReactNode } from 'react';
import { isRefused } from '../data/change.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { settings as words } from '../words/settings.ts';
import { Button } from './button.tsx';
import { Card, Fault, Note } from './show.tsx';

type Props = {
  title: string;
  text: string;
  verb: string;
  change: { readonly isPending: boolean; readonly error: unknown };
  /** Why it cannot be saved, where it cannot. */
  because: string | undefined;
  onSave(): void;
  /** Reads anew what stands. */
  onReload(): void;
  children: ReactNode;
};

/** One group of settings with its own button. A change that came too late overwrites nothing, and says so. */
export function SettingsCard(props: Props) {
  const { title, text, verb, change, because, onSave, onReload, children } = props;
  const { error, isPending } = change;
  return (
    <Card title={title}>
      <form
        className="in form stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending && because === undefined) onSave();
        }}
      >
        <p className="soft">{text}</p>
        {children}
        {isRefused(error, 'changed_meanwhile') ? (
          <Note tone="wait" title={t(words.changedMeanwhile)}>
            {t(words.changedText)}{' '}
            <button type="button" className="link" onClick={onReload}>
              {t(words.showNow)}
            </button>
          </Note>
        ) : (
          <Fault error={error} />
        )}
        <div className="row">
          <Button
            type="submit"
            look="main"
            because={because}
            working={isPending ? t(common.saving) : undefined}
          >
            {verb}
          </Button>
        </div>
      </form>
    </Card>
  );
}
