import type { ReactNode } from 'react';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Fault } from './show.tsx';

type Props = {
  title: string;
  /** The consequences for money and persons. */
  children: ReactNode;
  /** The verb, with its amount where there is one. */
  verb: string;
  /** True for a change that cannot be undone. */
  isGrave?: boolean;
  /** The change that it asks about. */
  change: { readonly isPending: boolean; readonly error: unknown };
  onConfirm(): void;
  onClose(): void;
};

/** Says the consequence before something is done. */
export function Confirm({ title, children, verb, isGrave, change, onConfirm, onClose }: Props) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => {
        if (!change.isPending) onConfirm();
      }}
      foot={
        <Button
          type="submit"
          look={isGrave ? 'danger' : 'main'}
          working={change.isPending ? t(common.working) : undefined}
        >
          {verb}
        </Button>
      }
    >
      {children}
      <Fault error={change.error} />
    </Dialog>
  );
}
