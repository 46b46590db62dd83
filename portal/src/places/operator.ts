import type { Here } from '../data/business.tsx';
import { places as words } from '../words/places.ts';
import { type Place, place, placesIn } from './place.tsx';

const operator = placesIn('operator');
const atRoot = ({ membership, business }: Here) =>
  business.isRoot && membership.rights.includes('operate');

/** Open in the operator's business alone. */
export const operatorPlaces: readonly Place[] = [
  operator(
    '/applications',
    words.applications,
    'file',
    () => import('../screens/applications.tsx'),
  ),
  place(
    '/applications/:applicationId',
    words.application,
    'file',
    () => import('../screens/application.tsx'),
  ),
  operator('/businesses', words.businesses, 'building', () => import('../screens/businesses.tsx')),
  place(
    '/businesses/:belowId',
    words.businessDetails,
    'building',
    () => import('../screens/business.tsx'),
  ),
  operator('/health', words.health, 'heart', () => import('../screens/health.tsx')),
].map((one) => ({ ...one, where: atRoot }));
