import { maskKnown } from './mask-known.ts';

/** A value that must never be printed. Only `vault/` and `processors/` may call `reveal` (tidy.test.ts says so). */
export class Secret {
  #value: string;

  constructor(value: string) {
    this.#value = value;
  }

  reveal(): string {
    return this.#value;
  }

  /** Whether it is this text, which somebody has in plain already. */
  holds(text: string): boolean {
    return this.#value === text;
  }

  /** The text without it, if it is a number or date that stands in there. */
  maskIn(text: string): string {
    return maskKnown(this.#value, text);
  }

  /** Drops the value; JavaScript cannot overwrite a string, but it can let go of it at once. */
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
