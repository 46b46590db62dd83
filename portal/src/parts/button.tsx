import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Icon, type IconName } from './icon.tsx';

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  look?: 'main' | 'plain' | 'danger' | 'normal';
  small?: boolean;
  /** As wide as what it stands in. */
  full?: boolean;
  icon?: IconName;
  /** The key that does the same. */
  hotkey?: string;
  /** The verb while it works; it cannot be pressed again then. */
  working?: string | undefined;
  /** Why it cannot be pressed; shown as its title. */
  because?: string | undefined;
  children: ReactNode;
};

export function Button({
  look = 'normal',
  small,
  full,
  icon,
  hotkey,
  working,
  because,
  children,
  onClick,
  type = 'button',
  ...rest
}: Props) {
  const names = ['btn', look === 'normal' ? '' : look, small ? 's' : '', full ? 'full' : '']
    .filter(Boolean)
    .join(' ');
  const isOff = working !== undefined || because !== undefined;
  return (
    <button
      {...rest}
      type={isOff && type === 'submit' ? 'button' : type}
      className={names}
      title={because ?? rest.title}
      aria-disabled={isOff || undefined}
      aria-busy={working !== undefined || undefined}
      onClick={isOff ? undefined : onClick}
    >
      {icon && <Icon name={icon} />}
      {working ?? children}
      {hotkey !== undefined && <kbd className="desk-only">{hotkey}</kbd>}
    </button>
  );
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & {
  icon: IconName;
  label: string;
};

export function IconButton({ icon, label, type = 'button', ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type} className="btn square s plain" aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  );
}
