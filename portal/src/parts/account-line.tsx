import type { ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Props = { icon: IconName; name: string; state: string; children?: ReactNode };

/** One thing of the own account: how it stands, and what can be done about it. */
export function AccountLine({ icon, name, state, children }: Props) {
  return (
    <li>
      <Icon name={icon} />
      <span className="grow">
        <b>{name}</b>
        <small>{state}</small>
      </span>
      {children}
    </li>
  );
}
