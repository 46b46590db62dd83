import { useState } from 'react';
import type { NewTextTemplate, TextTemplate } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { asSeen, faultOf, useChange } from '../data/change.tsx';
import { partsOf } from '../data/text-parts.ts';
import { filled, linkMark, placeholders, unknownIn, usePlacing } from '../data/text-templates.ts';
import { common } from '../words/common.ts';
import { conversations } from '../words/conversations.ts';
import { t } from '../words/language.ts';
import { textTemplates as words } from '../words/text-templates.ts';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { Field, TextArea } from './field.tsx';
import { Icon } from './icon.tsx';
import { Fault } from './show.tsx';

/** The invented payer of the preview, with a name of usual length. */
const somebody = { firstName: 'Maria', lastName: 'Lopez' };

/** Makes a template, or changes one; it shows what a payer would get, and how many parts that is. */
export function TextTemplateDialog({
  template,
  onClose,
}: {
  template: TextTemplate | undefined;
  onClose(): void;
}) {
  const { business, client } = useHere();
  const [name, setName] = useState(template?.name ?? '');
  const [body, setBody] = useState(template?.body ?? '');
  const { area, place } = usePlacing(body, setBody, { isTemplate: true });
  const save = useChange(
    async (content: NewTextTemplate, options) => {
      if (!template) return await client.textTemplates.create(content, options);
      const seen = await asSeen(options, template, () =>
        client.textTemplates.retrieve(template.id),
      );
      return await client.textTemplates.update(template.id, content, seen);
    },
    { done: () => ({ text: t(template ? words.saved : words.made) }), after: onClose },
  );
  const unknown = unknownIn(body);
  const isLink = body.includes(linkMark);
  const text = filled(body, somebody, business.name);
  const { used, room, parts, alphabet } = partsOf(text.replaceAll(linkMark, ''));
  const [before, after] = text.split(linkMark);
  const submit = () => {
    if (unknown === undefined && !save.isPending) save.mutate({ name: name.trim(), body });
  };
  return (
    <Dialog
      title={template ? t(words.changeOne(template.name)) : t(words.newTemplate)}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <Button
          type="submit"
          look="main"
          working={save.isPending ? t(common.saving) : undefined}
          because={unknown && t(words.unknown(unknown))}
        >
          {t(template ? words.save : words.make)}
        </Button>
      }
    >
      <Field
        label={t(common.name)}
        value={name}
        maxLength={100}
        onChange={setName}
        autoComplete="off"
        fault={faultOf(save.error, 'name')}
      />
      <TextArea
        label={t(words.text)}
        rows={4}
        maxLength={1600}
        value={body}
        onChange={setBody}
        area={area}
        fault={unknown ? t(words.unknown(unknown)) : faultOf(save.error, 'body')}
      />
      <fieldset className="put-in" aria-label={t(words.putIn)}>
        <span className="soft small">{t(words.putIn)}</span>
        {placeholders.map((one) => (
          <Button key={one} small onClick={() => place(`{${one}}`)}>
            {t(words[one])}
          </Button>
        ))}
        <Button small icon="link" onClick={() => place(linkMark)}>
          {t(words.payLink)}
        </Button>
      </fieldset>
      {body.trim() !== '' && (
        <div className="field">
          <p className="label">{t(words.preview(`${somebody.firstName} ${somebody.lastName}`))}</p>
          <p className="bubble from-us">
            {before}
            {after !== undefined && (
              <span className="tag">
                <Icon name="link" small />
                {t(words.payLink)}
              </span>
            )}
            {after}
          </p>
          <p className="hint">
            {isLink ? t(words.forLinks) : t(conversations.counted(used, room, parts, alphabet))}
          </p>
        </div>
      )}
      <Fault error={save.error} />
    </Dialog>
  );
}
