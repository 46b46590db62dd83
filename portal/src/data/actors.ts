import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { useColleagues } from './colleagues.ts';

/** Names an actor as people do: a person of the business by name, a key by its number. */
export function useActorNames(): (actor: string) => string {
  const colleagues = useColleagues();
  return (actor) => {
    const [, kind, rest] = /^(user|api):(.+)$/.exec(actor) ?? [];
    if (kind === 'user') return colleagues.find(({ email }) => email === rest)?.name ?? rest!;
    if (kind === 'api') return t(common.apiKeyOf(rest!.split('/')[1] ?? ''));
    return actor === 'operator' ? t(common.operator) : actor;
  };
}
