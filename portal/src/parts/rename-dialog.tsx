import { useState } from 'react';
import type { WriteOptions } from '../../../clients/typescript/src/index.ts';
import { faultOf, type Told, useChange } from '../data/change.tsx';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field } from './field.tsx';
import { Fault } from './show.tsx';

type Props<Result> = {
  title: string;
  /** As it is called now. */
  name: string;
  hint?: string;
  verb?: string;
  working?: string;
  work(name: string, options: WriteOptions): Promise<Result>;
  done?(result: Result, name: string): Told;
  after?(result: Result): void;
  onClose(): void;
};

/** Asks for a name, and changes or makes what is called so. */
export function RenameDialog<Result>(props: Props<Result>) {
  const { title, hint, verb = t(common.save), working = t(common.saving), onClose } = props;
  const [name, setName] = useState(props.name);
  const change = useChange<string, Result>(props.work, {
    ...(props.done && { done: (result) => props.done!(result, name.trim()) }),
    after(result) {
      onClose();
      props.after?.(result);
    },
  });
  const nameFault = faultOf(change.error, 'name');
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => change.mutate(name.trim())}
      foot={
        <Button type="submit" look="main" working={change.isPending ? working : undefined}>
          {verb}
        </Button>
      }
    >
      <Field
        label={t(common.name)}
        value={name}
        onChange={setName}
        maxLength={100}
        hint={hint}
        fault={nameFault}
      />
      {nameFault === undefined && <Fault error={change.error} />}
    </Dialog>
  );
}
