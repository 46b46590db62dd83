import type { Face } from '../businesses/face.ts';

/** What is answered by itself. */
type Answer = 'stopped' | 'started' | 'help';

/** As carriers ask for it: who it is, what holds from now on, and how to change it. */
export function answerText(answer: Answer, { name, phone }: Pick<Face, 'name' | 'phone'>): string {
  switch (answer) {
    case 'stopped':
      return `${name}: You will get no more texts from us. Reply START to get them again.`;
    case 'started':
      return `${name}: You will get texts from us again. Reply HELP for help, STOP to end them.`;
    case 'help':
      return `${name}: ${callUs(phone)}Reply STOP to get no more texts. Message and data rates may apply.`;
  }
}

function callUs(phone: string): string {
  const [, area, exchange, line] = /^(\d{3})(\d{3})(\d{4})$/.exec(phone) ?? [];
  return area ? `For help call (${area}) ${exchange}-${line}. ` : '';
}
