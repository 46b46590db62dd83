import { useQuery } from '@tanstack/react-query';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { useHere } from './business.tsx';

/** Who did something, as people call them: a person of the business by name, a key by its number. */
export function useActorNames(): (actor: string) => string {
  const { business, client } = useHere();
  const found = useQuery({
    queryKey: [business.id, 'names of users'],
    queryFn: async () => await client.users.list({ limit: 100 }),
    staleTime: 300_000,
  });
  return (actor) => {
    const [, kind, rest] = /^(user|api):(.+)$/.exec(actor) ?? [];
    if (kind === 'user') return found.data?.data.find(({ email }) => email === rest)?.name ?? rest!;
    if (kind === 'api') return t(common.apiKeyOf(rest!.split('/')[1] ?? ''));
    return actor === 'operator' ? t(common.operator) : actor;
  };
}
