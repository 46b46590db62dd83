import type { ComponentType } from 'react';
import type { Here } from '../data/business.tsx';
import type { Right } from '../data/session.ts';
import type { IconName } from '../parts/icon.tsx';
import { later } from '../parts/later.tsx';
import { Bones } from '../parts/show.tsx';
import { common } from '../words/common.ts';
import type { Text } from '../words/language.ts';

type Load = () => Promise<{ default: ComponentType }>;

/** A screen, where it is, who may see it, and where the navigation has it. */
export type Place = {
  /** Below the address of the business, as wouter writes it: `/payments/:paymentId`. */
  readonly path: string;
  readonly title: Text;
  readonly screen: ReturnType<typeof later<object>>;
  readonly icon: IconName;
  /** Left out: `read`. */
  readonly right?: Right;
  /** In the navigation, and in which part of it. */
  readonly group?: Group;
  /** G and this letter go there. */
  readonly letter?: string | undefined;
  readonly where?: (here: Here) => boolean;
};

export const groups = ['main', 'developers', 'business', 'operator'] as const;
export type Group = (typeof groups)[number];
export const groupTitles: Readonly<Record<Group, Text | undefined>> = {
  main: undefined,
  developers: common.developers,
  business: common.business,
  operator: common.operator,
};

/** A screen that other screens lead to. */
export function place(path: string, title: Text, icon: IconName, load: Load): Place {
  const screen = later(async () => (await load()).default, <Bones />);
  return { path, title, icon, screen };
}

/** Makes screens of a part of the navigation. */
export function placesIn(group: Group) {
  return (path: string, title: Text, icon: IconName, load: Load, letter?: string): Place => ({
    ...place(path, title, icon, load),
    group,
    letter,
  });
}

export function isOpenTo(here: Here, place: Place): boolean {
  return here.may(place.right ?? 'read') && (place.where?.(here) ?? true);
}
