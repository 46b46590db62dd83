import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef } from 'react';
import type { Customer, TextTemplate } from '../../../clients/typescript/src/index.ts';
import { t } from '../words/language.ts';
import { textTemplates as words } from '../words/text-templates.ts';
import { useHere } from './business.tsx';

/** Stands for the address of a pay link, which the service puts in when the text is sent. */
export const linkMark = '[PBTLINK]';

/** The placeholders that the service knows; see `hasKnownPlaceholders` there. */
export const placeholders = ['firstName', 'lastName', 'business'] as const;

export type Payer = Pick<Customer, 'firstName' | 'lastName'>;

const anyPlaceholder = /\{([^{}\s]*)\}/g;

/** With everything that is known of the payer in its place; what is not known stays as it is. */
export function filled(body: string, payer: Payer | undefined, business: string): string {
  const { firstName = '', lastName = '' } = payer ?? {};
  const values = new Map(Object.entries({ firstName, lastName, business }));
  // A name is no way to a pay link, or to another placeholder.
  const plain = (value: string) => value.replaceAll(linkMark, '').replace(/[{}]/g, '').trim();
  return body.replace(
    anyPlaceholder,
    (whole, name: string) => plain(values.get(name) ?? '') || whole,
  );
}

/** The first placeholder that nobody filled in: such a text is not sent. */
function missingIn(body: string): string | undefined {
  const known = placeholders.map((name) => `{${name}}`);
  return body.match(anyPlaceholder)?.find((one) => known.includes(one));
}

export function reasonMissing(body: string): string | undefined {
  const missing = missingIn(body);
  return missing === undefined ? undefined : t(words.fillIn(missing));
}

/** Words in braces that are no placeholder. */
export function unknownIn(
  body: string,
  names: readonly string[] = placeholders,
): string | undefined {
  const known = names.map((name) => `{${name}}`);
  return body.match(anyPlaceholder)?.find((one) => !known.includes(one));
}

/** All that the business has: it has no more than a page of them. */
export function useTextTemplates(isOn = true): readonly TextTemplate[] | undefined {
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'text-templates', 'all'],
    enabled: isOn,
    staleTime: 60_000,
    queryFn: async () => await client.textTemplates.list({ limit: 100 }),
  });
  return found.data?.data;
}

/**
 * Puts a text where the cursor of a field is, in the place of what is marked, and goes on behind it; where a person writes
 * a text, at the first placeholder that is to be written over.
 */
export function usePlacing<E extends HTMLTextAreaElement | HTMLInputElement = HTMLTextAreaElement>(
  body: string,
  onBody: (body: string) => void,
  { isTemplate = false, longest = longestText } = {},
): { readonly area: RefObject<E | null>; place(text: string): void } {
  const area = useRef<E>(null);
  const marked = useRef<readonly [from: number, to: number]>(undefined);
  useEffect(() => {
    if (!marked.current) return;
    area.current?.focus();
    area.current?.setSelectionRange(...marked.current);
    marked.current = undefined;
  }, [body]);
  return {
    area,
    place(text) {
      const selectionStart = area.current?.selectionStart ?? body.length;
      const selectionEnd = area.current?.selectionEnd ?? body.length;
      const missing = isTemplate ? undefined : missingIn(text);
      const at = selectionStart + (missing === undefined ? text.length : text.indexOf(missing));
      marked.current = [at, at + (missing?.length ?? 0)];
      const next = body.slice(0, selectionStart) + text + body.slice(selectionEnd);
      const whole = [...next].slice(0, longest).join('');
      onBody(whole);
      if (whole === body) area.current?.focus();
    },
  };
}

/**
 * The same for templates. As long as nobody changes what one became, it is filled in anew for another payer: no text greets
 * somebody by the name of another.
 */
export function useTemplates(
  body: string,
  onBody: (body: string) => void,
  payer: Payer | undefined,
) {
  const { business } = useHere();
  const { area, place } = usePlacing(body, onBody);
  const used = useRef<{ readonly template: string; readonly text: string }>(undefined);
  useEffect(() => {
    if (!used.current || used.current.text !== body) return;
    const text = filled(used.current.template, payer, business.name);
    used.current = { ...used.current, text };
    onBody(text);
  }, [payer?.firstName, payer?.lastName]);
  const choose = (text: string, template: string) => {
    used.current = body === '' ? { template, text } : undefined;
    place(text);
  };
  return { area, choose };
}

const longestText = 1600;
