import { useLocation } from 'wouter';
import { useHere } from '../data/business.tsx';
import { partsOf } from '../data/text-parts.ts';
import { filled, linkMark, type Payer, useTextTemplates } from '../data/text-templates.ts';
import { t } from '../words/language.ts';
import { textTemplates as words } from '../words/text-templates.ts';
import { Icon } from './icon.tsx';
import { Menu, type MenuItem } from './menu.tsx';

type Props = {
  /** The payer whose name fills the templates. */
  payer: Payer | undefined;
  /** Whether those with a pay link are offered. */
  takesLinks?: boolean;
  /** The text as the payer would read it, and the template that it is from. */
  onChoose(text: string, template: string): void;
};

/** The texts that this business writes again and again, each as this payer would get it. */
export function TemplateMenu({ payer, takesLinks = true, onChoose }: Props) {
  const { business, may } = useHere();
  const [, go] = useLocation();
  const found = useTextTemplates();
  const templates = found?.filter(({ body }) => takesLinks || !body.includes(linkMark));
  const items: MenuItem[] = (templates ?? []).map(({ name, body }) => {
    const text = filled(body, payer, business.name);
    const isLink = body.includes(linkMark);
    return {
      text: name,
      below: text.replaceAll(linkMark, `[${t(words.payLink)}]`),
      hint: isLink ? t(words.payLink) : t(words.parts(partsOf(text).parts)),
      onChoose: () => onChoose(text, body),
    };
  });
  if (found?.length === 0 && may('charge'))
    items.push({ text: t(words.makeFirst), icon: 'plus', onChoose: () => go('/text-templates') });
  if (items.length === 0) return null;
  const label = t(words.template);
  return (
    <Menu
      label={label}
      items={items}
      className="menu templates"
      trigger={{
        className: 'btn s plain',
        'aria-label': label,
        children: (
          <>
            <Icon name="file" />
            <span className="desk-only">{label}</span>
          </>
        ),
      }}
    />
  );
}
