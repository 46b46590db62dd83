import { icons, shapes } from './shapes.tsx';

export type IconName = keyof typeof icons;
export type ShapeName = keyof typeof shapes;

/** Decoration only: what it means stands beside it, or in the label of its button. */
export function Icon({ name, small = false }: { name: IconName; small?: boolean }) {
  return (
    <svg className={small ? 'i i-s' : 'i'} viewBox="0 0 16 16" aria-hidden="true">
      {icons[name]}
    </svg>
  );
}

export function Shape({ name }: { name: ShapeName }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" aria-hidden="true">
      {shapes[name]}
    </svg>
  );
}
