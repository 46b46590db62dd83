import { createElement, forwardRef, useEffect, useImperativeHandle, useRef } from 'react';
import {
  type FieldName,
  type Fields,
  type FieldsChange,
  type FieldsKind,
  type FieldsLooks,
  type FieldsNotice,
  type FieldsToken,
  loadScript,
} from './fields.ts';

export type {
  FieldFault,
  FieldName,
  FieldState,
  FieldsChange,
  FieldsKind,
  FieldsNotice,
  FieldsStyle,
  FieldsToken,
} from './fields.ts';

export type QuittanceFieldsProps = FieldsLooks & {
  /** The address of the script, such as https://pay.example.com/js/v1.0.0/quittance.js. */
  readonly src: string;
  /** Its hash, as `/js/v1` tells it. */
  readonly integrity?: string;
  /** The clientSecret of a field session. Another one shows new, empty fields. */
  readonly session: string;
  readonly kind: FieldsKind;
  readonly id?: string;
  readonly className?: string;
  readonly onReady?: () => void;
  readonly onChange?: (change: FieldsChange) => void;
  readonly onFocus?: (field: FieldName) => void;
  readonly onBlur?: (field: FieldName) => void;
  /** Enter was pressed in a field. */
  readonly onEnter?: () => void;
  readonly onError?: (notice: FieldsNotice) => void;
};

export type QuittanceFieldsHandle = Pick<Fields, 'submit' | 'clear'> & {
  focus(field?: FieldName): void;
};

const notMounted = { name: 'QuittanceFieldsError', code: 'not_mounted', fields: [] };

/** Fields for a card or bank account, in a frame of the service: what is typed never reaches this page. */
export const QuittanceFields = forwardRef<QuittanceFieldsHandle, QuittanceFieldsProps>(
  function QuittanceFields(props, ref) {
    const { src, integrity, session, kind, id, className, style, locale, dir, labels } = props;
    const place = useRef<HTMLDivElement>(null);
    const shown = useRef<Fields>(undefined);
    // Whoever renders again has new functions and looks, and the same fields.
    const latest = useRef(props);
    latest.current = props;

    useEffect(() => {
      let isGone = false;
      loadScript(src, integrity).then(
        (script) => {
          if (isGone || !place.current) return;
          const fields = script.fields({ session, kind, ...looksOf(latest.current) });
          listen(fields, latest);
          fields.mount(place.current);
          shown.current = fields;
        },
        ({ message }: Error) => {
          if (!isGone) latest.current.onError?.({ code: 'not_loaded', message });
        },
      );
      return () => {
        isGone = true;
        shown.current?.unmount();
        shown.current = undefined;
      };
    }, [src, integrity, session, kind]);

    const looks = JSON.stringify({ style, locale, dir, labels });
    useEffect(() => shown.current?.update(looksOf(latest.current)), [looks]);

    useImperativeHandle(ref, () => ({
      async submit(): Promise<FieldsToken> {
        if (shown.current) return await shown.current.submit();
        throw Object.assign(new Error('The fields are not shown yet.'), notMounted);
      },
      clear: () => shown.current?.clear(),
      focus: (field) => shown.current?.focus(field),
    }));

    return createElement('div', { ref: place, id, className });
  },
);

function looksOf({ style, locale, dir, labels }: FieldsLooks): FieldsLooks {
  return { style, locale, dir, labels };
}

function listen(fields: Fields, latest: { readonly current: QuittanceFieldsProps }): void {
  fields.on('ready', () => latest.current.onReady?.());
  fields.on('change', (change) => latest.current.onChange?.(change));
  fields.on('focus', ({ field }) => latest.current.onFocus?.(field));
  fields.on('blur', ({ field }) => latest.current.onBlur?.(field));
  fields.on('enter', () => latest.current.onEnter?.());
  fields.on('error', (notice) => latest.current.onError?.(notice));
}
