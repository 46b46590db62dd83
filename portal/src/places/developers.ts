import type { Here } from '../data/business.tsx';
import { places as words } from '../words/places.ts';
import { type Place, place, placesIn } from './place.tsx';

const developers = placesIn('developers');
const inSandbox = ({ business }: Here) => business.environment === 'sandbox';

export const developerPlaces: readonly Place[] = [
  developers('/webhooks', words.webhooks, 'hook', () => import('../screens/webhooks.tsx'), 'W'),
  developers('/deliveries', words.deliveries, 'send', () => import('../screens/deliveries.tsx')),
  place(
    '/deliveries/:deliveryId',
    words.deliveries,
    'send',
    () => import('../screens/delivery.tsx'),
  ),
  {
    ...developers('/api-keys', words.apiKeys, 'key', () => import('../screens/api-keys.tsx')),
    right: 'administer',
  },
  {
    ...developers('/sandbox', words.sandbox, 'flask', () => import('../screens/sandbox.tsx'), 'S'),
    where: inSandbox,
  },
  {
    ...developers('/inbox', words.inbox, 'inbox', () => import('../screens/inbox.tsx')),
    where: inSandbox,
  },
  {
    ...place('/inbox/:itemId', words.inbox, 'inbox', () => import('../screens/inbox-item.tsx')),
    where: inSandbox,
  },
  developers('/events', words.events, 'list', () => import('../screens/events.tsx')),
  place('/events/:eventId', words.events, 'list', () => import('../screens/event.tsx')),
  {
    ...developers('/jobs', words.jobs, 'clock', () => import('../screens/jobs.tsx')),
    right: 'administer',
  },
];
