import type { Reply } from '../caller.ts';
import { life } from '../mortal.ts';
import type { Street, Wish } from './street.ts';

/** What a client was told in the end, and what it heard when it asked once more. */
export type End = { readonly last: Reply | undefined; readonly replay: Reply | undefined };

/** The wish is asked of a process that lives for so many moments. */
export async function askMortal(street: Street, wish: Wish, moments: number) {
  const span = life(moments);
  const mortal = await street.open(span);
  span.begin();
  const reply = await street.ask(mortal, wish, span);
  return { reply, died: span.isOver };
}

/** A second later, of a process that was just started in place of the dead one. */
export async function askSoon(street: Street, wish: Wish): Promise<Reply | undefined> {
  street.house.clock.pass(1000);
  return await street.ask(await street.open(), wish);
}

/** As a real client does: the same wish under the same name, until the answer says what became of it. */
export async function askUntilTold(
  street: Street,
  wish: Wish,
  first: Reply | undefined,
): Promise<End> {
  let last = first;
  const survivor = await street.survivor();
  await street.workOff(survivor);
  for (let times = 1; times <= 3 && last?.status !== 200; times += 1) {
    last = await street.ask(survivor, wish);
    await street.workOff(survivor);
  }
  const isPaid = last && JSON.parse(last.body).IsSuccess;
  const replay = isPaid ? await street.ask(survivor, wish) : undefined;
  return { last, replay };
}
