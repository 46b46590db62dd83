import type { ReactNode } from 'react';
import { isRefused } from '../data/change.tsx';
import type { useSave } from '../data/typed.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { settings as words } from '../words/settings.ts';
import { Button } from './button.tsx';
import { Card, Fault, Note } from './show.tsx';

type Props = {
  title: string;
  text: string;
  verb: string;
  change: Pick<ReturnType<typeof useSave>, 'isPending' | 'error' | 'save' | 'reload'>;
  /** Why it cannot be saved, where it cannot. */
  because: string | undefined;
  children: ReactNode;
};

/** One group of settings with its own button. A change that came too late overwrites nothing, and says so. */
export function SettingsCard(props: Props) {
  const { title, text, verb, change, because, children } = props;
  const { error, isPending, save, reload } = change;
  return (
    <Card title={title}>
      <form
        className="in form stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending && because === undefined) save();
        }}
      >
        <p className="soft">{text}</p>
        {children}
        {isRefused(error, 'changed_meanwhile') ? (
          <Note tone="wait" title={t(words.changedMeanwhile)}>
            {t(words.changedText)}{' '}
            <button type="button" className="link" onClick={reload}>
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
