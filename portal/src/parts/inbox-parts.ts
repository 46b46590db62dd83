import type { InboxItem } from '../../../clients/typescript/src/index.ts';
import type { IconName } from './icon.tsx';

export const channelIcons: Readonly<Record<InboxItem['channel'], IconName>> = {
  text: 'phone',
  mail: 'mail',
  call: 'bolt',
};
