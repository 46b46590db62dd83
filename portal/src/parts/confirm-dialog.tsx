import type { ReactNode } from 'react';
import type { WriteOptions } from '../../../clients/typescript/src/index.ts';
import { type Told, useChange } from '../data/change.tsx';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Fault } from './show.tsx';

type Props<Result> = {
  title: string;
  /** The consequence. */
  children: ReactNode;
  /** The label of the button, and its label while it works. */
  verb: string;
  working: string;
  isGrave?: boolean;
  work(options: WriteOptions): Promise<Result>;
  done?: (result: Result) => Told;
  after?(result: Result): void;
  onClose(): void;
};

/** A change that asks for nothing but a yes: its consequence, and a button that repeats the verb. */
export function ConfirmDialog<Result>({
  title,
  children,
  verb,
  working,
  isGrave = false,
  work,
  done,
  after,
  onClose,
}: Props<Result>) {
  const change = useChange<void, Result>((_, options) => work(options), {
    ...(done && { done }),
    after(result) {
      after?.(result);
      onClose();
    },
  });
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => change.mutate()}
      foot={
        <Button
          type="submit"
          look={isGrave ? 'danger' : 'main'}
          working={change.isPending ? working : undefined}
        >
          {verb}
        </Button>
      }
    >
      <p>{children}</p>
      <Fault error={change.error} />
    </Dialog>
  );
}
