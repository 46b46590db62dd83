import {
  readXml,
  type XmlAttribute,
  type XmlHandler,
  type XmlName,
} from '../../kernel/xml/reader.ts';

/** The two versions, by the namespace of their envelope. */
export const envelopeNamespaces = {
  '1.1': 'http://schemas.xmlsoap.org/soap/envelope/',
  '1.2': 'http://www.w3.org/2003/05/soap-envelope',
} as const;
export type SoapVersion = keyof typeof envelopeNamespaces;

/** A parsed envelope, before routing. */
export type SoapRequest = {
  readonly root: XmlName;
  /** Undefined: the root is in neither namespace. */
  readonly version: SoapVersion | undefined;
  readonly hasBody: boolean;
  /** Local name of the first header block with mustUnderstand: none is ever understood. */
  readonly mustUnderstand: string | undefined;
  readonly calls: readonly SentCall[];
};

/** An element in the body, with the elements in it. */
export type SentCall = { readonly name: XmlName; readonly values: readonly SentValue[] };
export type SentValue = {
  readonly name: XmlName;
  readonly text: string;
  /** False if an element, a comment or a processing instruction was inside. */
  readonly isPlain: boolean;
  /** Its end offset. */
  readonly at: number;
};

type Writable<T> = { -readonly [K in keyof T]: T[K] };

export function readSoapRequest(text: string): SoapRequest {
  const reading = new Reading();
  readXml(text, reading);
  return reading;
}

/** An envelope has this depth: its parts, then blocks and calls, then values. */
class Reading implements XmlHandler, SoapRequest {
  root: XmlName = { namespace: '', local: '' };
  version: SoapVersion | undefined;
  hasBody = false;
  mustUnderstand: string | undefined;
  calls: SentCall[] = [];
  #depth = 0;
  #part: 'header' | 'body' | undefined;
  #values: SentValue[] = [];
  #value: Writable<SentValue> | undefined;

  open(name: XmlName, attributes: readonly XmlAttribute[]): void {
    this.#depth += 1;
    if (this.#value) this.#value.isPlain = false;
    else if (this.#depth === 4) this.#openValue(name);
    else if (this.#depth === 3) this.#openInPart(name, attributes);
    else if (this.#depth === 2) this.#openPart(name);
    else if (this.#depth === 1) this.#openRoot(name);
  }

  text(piece: string): void {
    if (this.#value) this.#value.text += piece;
  }

  close(at: number): void {
    if (this.#depth === 4 && this.#value) {
      this.#value.at = at;
      this.#value = undefined;
    }
    this.#depth -= 1;
  }

  aside(): void {
    if (this.#value) this.#value.isPlain = false;
  }

  #openRoot(name: XmlName): void {
    this.root = name;
    if (name.namespace === envelopeNamespaces['1.1']) this.version = '1.1';
    else if (name.namespace === envelopeNamespaces['1.2']) this.version = '1.2';
  }

  #openPart({ namespace, local }: XmlName): void {
    this.#part = undefined;
    if (namespace !== this.root.namespace) return;
    if (local === 'Body') {
      this.#part = 'body';
      this.hasBody = true;
    }
    // After the body a header does not count.
    if (local === 'Header' && !this.hasBody) this.#part = 'header';
  }

  #openInPart(name: XmlName, attributes: readonly XmlAttribute[]): void {
    if (this.#part === 'body') {
      this.#values = [];
      this.calls.push({ name, values: this.#values });
    } else if (this.#part === 'header' && this.mustUnderstand === undefined) {
      const isMarked = attributes.some(
        ({ namespace, local, value }) =>
          local === 'mustUnderstand' &&
          namespace === this.root.namespace &&
          (value === '1' || value === 'true'),
      );
      if (isMarked) this.mustUnderstand = name.local;
    }
  }

  #openValue(name: XmlName): void {
    if (this.#part !== 'body') return;
    this.#value = { name, text: '', isPlain: true, at: 0 };
    this.#values.push(this.#value);
  }
}
