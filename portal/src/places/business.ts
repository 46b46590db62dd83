import { places as words } from '../words/places.ts';
import { type Place, place, placesIn } from './place.tsx';

const business = placesIn('business');

export const businessPlaces: readonly Place[] = [
  business('/team', words.team, 'person', () => import('../screens/team.tsx')),
  place('/account', words.account, 'person', () => import('../screens/account.tsx')),
  business('/audit-log', words.auditLog, 'book', () => import('../screens/audit-log.tsx')),
  business(
    '/processor-accounts',
    words.processorAccounts,
    'card',
    () => import('../screens/processor-accounts.tsx'),
  ),
  place(
    '/processor-accounts/:accountId',
    words.processorAccounts,
    'card',
    () => import('../screens/processor-account.tsx'),
  ),
  business(
    '/text-templates',
    words.textTemplates,
    'file',
    () => import('../screens/text-templates.tsx'),
  ),
  {
    ...business(
      '/mail-templates',
      words.mailTemplates,
      'mail',
      () => import('../screens/mail-templates.tsx'),
    ),
    right: 'administer',
  },
  business('/settings', words.settings, 'gear', () => import('../screens/settings.tsx')),
];
