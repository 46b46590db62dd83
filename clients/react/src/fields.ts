/* What the script of Quittance has, as it is described on the page about card fields. */

export type FieldsKind = 'card' | 'bank';
export type FieldName =
  | 'number'
  | 'expiry'
  | 'postalCode'
  | 'name'
  | 'routingNumber'
  | 'accountNumber'
  | 'accountNumberAgain'
  | 'accountKind';
export type FieldFault = {
  readonly field: FieldName;
  readonly code: 'missing' | 'wrong' | 'past';
  readonly message: string;
};
export type FieldState = {
  readonly empty: boolean;
  readonly complete: boolean;
  readonly error: FieldFault | null;
};
export type FieldsChange = {
  readonly fields: Readonly<Partial<Record<FieldName, FieldState>>>;
  readonly empty: boolean;
  readonly complete: boolean;
  readonly brand: string | null;
};
export type FieldsToken = {
  readonly token: string;
  readonly kind: FieldsKind;
  readonly brand: string | null;
  readonly last4: string;
  readonly expiry: string | null;
};
/** With `message`, or with the `names` that are not taken. */
export type FieldsNotice = {
  readonly code: string;
  readonly message?: string;
  readonly names?: readonly string[];
};

/** Names and values are listed on the page about card fields. */
export type FieldsStyle = Readonly<Record<string, string | number>>;
export type FieldsLooks = {
  readonly style?: FieldsStyle | undefined;
  readonly locale?: string | undefined;
  readonly dir?: 'ltr' | 'rtl' | undefined;
  readonly labels?: Readonly<Record<string, string | readonly string[]>> | undefined;
};

export type FieldsEvents = {
  readonly ready: { readonly kind: FieldsKind };
  readonly change: FieldsChange;
  readonly focus: { readonly field: FieldName };
  readonly blur: { readonly field: FieldName };
  readonly enter: object;
  readonly error: FieldsNotice;
};

export type Fields = {
  mount(place: HTMLElement): void;
  unmount(): void;
  on<Name extends keyof FieldsEvents>(
    name: Name,
    listener: (about: FieldsEvents[Name]) => void,
  ): () => void;
  update(looks: FieldsLooks): void;
  submit(): Promise<FieldsToken>;
  focus(field?: FieldName): void;
  clear(): void;
};

type Script = {
  fields(options: FieldsLooks & { readonly session: string; readonly kind: FieldsKind }): Fields;
};

declare global {
  interface Window {
    readonly Quittance?: Script;
  }
}

const loading = new Map<string, Promise<Script>>();

/** Loads the script once, however often it is asked for. The browser refuses one that has another hash. */
export function loadScript(src: string, integrity: string | undefined): Promise<Script> {
  const known = loading.get(src);
  if (known) return known;
  const made = new Promise<Script>((resolve, reject) => {
    const element = Object.assign(document.createElement('script'), {
      src,
      crossOrigin: 'anonymous',
    });
    if (integrity) element.integrity = integrity;
    element.addEventListener('load', () => {
      if (window.Quittance) resolve(window.Quittance);
      else reject(new Error(`${src} is not the script of Quittance`));
    });
    element.addEventListener('error', () => {
      // Whoever comes next tries again.
      loading.delete(src);
      element.remove();
      reject(new Error(`${src} could not be loaded`));
    });
    document.head.append(element);
  });
  loading.set(src, made);
  return made;
}
