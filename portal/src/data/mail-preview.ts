import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MailPreview, MailTemplateDraft } from '../../../clients/typescript/src/index.ts';
import { useHere } from './business.tsx';

const pauseMs = 300;

/** The mail with these words, once nobody types; the former one until then. Undefined: they cannot be in a mail. */
export function useMailPreview(draft: MailTemplateDraft | undefined) {
  const { business, client } = useHere();
  const now = draft && JSON.stringify(draft);
  const [asked, setAsked] = useState(now);
  useEffect(() => {
    const pause = setTimeout(() => setAsked(now), asked === undefined ? 0 : pauseMs);
    return () => clearTimeout(pause);
  }, [now]);
  return useQuery<MailPreview>({
    queryKey: [business.id, 'mail-preview', asked],
    enabled: asked !== undefined,
    retry: false,
    placeholderData: (before) => before,
    queryFn: async ({ signal }) =>
      await client.mailTemplates.preview(JSON.parse(asked!) as MailTemplateDraft, { signal }),
  });
}
