import {
  type InputHTMLAttributes,
  type ReactNode,
  type RefObject,
  type SelectHTMLAttributes,
  useId,
} from 'react';
import { signOf } from '../data/format.ts';
import { Icon } from './icon.tsx';

type Common = { label: string; fault?: string | undefined; hint?: ReactNode };

function Around({
  id,
  label,
  fault,
  hint,
  children,
}: Common & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children}
      {hint !== undefined && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p className="fault" id={`${id}-fault`}>
          <Icon name="alert" small />
          {fault}
        </p>
      )}
    </div>
  );
}

function described(id: string, { fault, hint }: Omit<Common, 'label'>): string | undefined {
  const ids = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`];
  return ids.filter(Boolean).join(' ') || undefined;
}

type InputProps = Common &
  Omit<InputHTMLAttributes<HTMLInputElement>, 'className' | 'onChange' | 'value'> & {
    value: string;
    onChange(value: string): void;
    area?: RefObject<HTMLInputElement | null>;
  };

/** A label above, the entry, a hint and the fault under it. */
export function Field({ label, fault, hint, onChange, area, ...rest }: InputProps) {
  const id = useId();
  return (
    <Around {...{ id, label, fault, hint }}>
      <div className="input" aria-invalid={fault !== undefined || undefined}>
        <input
          {...rest}
          ref={area}
          id={id}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={described(id, { fault, hint })}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </Around>
  );
}

type AreaProps = Common & {
  value: string;
  onChange(value: string): void;
  rows?: number;
  maxLength?: number;
  placeholder?: string;
  onFocus?(): void;
  area?: RefObject<HTMLTextAreaElement | null>;
};

export function TextArea({ label, fault, hint, onChange, area, ...rest }: AreaProps) {
  const id = useId();
  return (
    <Around {...{ id, label, fault, hint }}>
      <div className="input" aria-invalid={fault !== undefined || undefined}>
        <textarea
          {...rest}
          ref={area}
          id={id}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={described(id, { fault, hint })}
          onChange={({ target }) => onChange(target.value)}
        />
      </div>
    </Around>
  );
}

type SelectProps = Common &
  Omit<SelectHTMLAttributes<HTMLSelectElement>, 'className' | 'onChange' | 'value'> & {
    value: string;
    onChange(value: string): void;
    options: readonly (readonly [value: string, text: string])[];
  };

export function Select({ label, fault, hint, onChange, options, ...rest }: SelectProps) {
  const id = useId();
  return (
    <Around {...{ id, label, fault, hint }}>
      <div className="input" aria-invalid={fault !== undefined || undefined}>
        <select
          {...rest}
          id={id}
          aria-describedby={described(id, { fault, hint })}
          onChange={({ target }) => onChange(target.value)}
        >
          {options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      </div>
    </Around>
  );
}

type CheckProps = {
  label: ReactNode;
  hint?: string;
  value: boolean;
  onChange(value: boolean): void;
};

export function Check({ label, hint, value, onChange }: CheckProps) {
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          checked={value}
          onChange={({ target }) => onChange(target.checked)}
        />
        <span>
          {label}
          {hint !== undefined && <small>{hint}</small>}
        </span>
      </label>
    </div>
  );
}

type MoneyProps = {
  label: string;
  value: string;
  onChange(value: string): void;
  currency: string;
  /** The upper limit, inside of the field. */
  limit?: string;
  fault?: string | undefined;
};

/** An amount: the largest thing of its dialog. */
export function MoneyField({ label, value, onChange, currency, limit, fault }: MoneyProps) {
  const id = useId();
  return (
    <Around {...{ id, label, fault }}>
      <div className="money">
        <span aria-hidden="true">{signOf(currency)}</span>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          value={value}
          aria-invalid={fault !== undefined || undefined}
          aria-describedby={described(id, { fault })}
          onChange={({ target }) => onChange(target.value)}
          onFocus={({ target }) => target.select()}
        />
        {limit !== undefined && <small>{limit}</small>}
      </div>
    </Around>
  );
}
