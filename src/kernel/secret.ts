import { maskKnown } from './mask-known.ts';

/** A value that must never be printed. Only `vault/` and `processors/` may call `reveal` (see tidy.test.ts). */
export class Secret {
  #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  /** True if it is this text, which the caller has in plain already. */
  holds(text: string): boolean {
    return this.#value === text;
  }

  /** The text without it, if it is a number or date that occurs there. */
  maskIn(text: string): string {
    return maskKnown(this.#value, text);
  }

  /** Drops the value: JavaScript cannot overwrite a string, but the reference can be removed at once. */
  forget(): void {
    this.#value = '';
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return '[secret]';
  }
}
