import { isBehaviour } from '../processor/behaviours.ts';
import { batchBehaviours, type Doors } from '../processor/script.ts';
import { answers, maybe, object, oneOf, type Read, readers, readJson } from './wire-form.ts';

export type DoorKeeper = Doors & {
  /** Advances the clock of the bank. */
  readonly passSeconds: (seconds: number) => void;
  /** The server does not listen for so many seconds; nor does this endpoint. */
  readonly refuse: (seconds: number) => void;
};

const { count, text, truth } = readers;
const span = object({ seconds: count });
const shape = {
  reference: maybe(text),
  next: maybe(count),
  does: maybe(text),
  batch: maybe(oneOf(...batchBehaviours)),
  outage: maybe<boolean | { seconds: number }>((value) =>
    typeof value === 'boolean' ? truth(value) : span(value),
  ),
  refuse: maybe(span),
  passSeconds: maybe(count),
  customer: maybe(object(answers.found)),
} satisfies Record<string, Read<unknown>>;

/** Carries out the instructions in the body, all or none; false when it is unreadable or empty. */
export function obeyScript(body: string, keeper: DoorKeeper): boolean {
  const read = readJson(body, shape);
  if (!read) return false;
  const { reference, next, does, batch, outage, refuse, passSeconds, customer } = read;
  const acts: (() => void)[] = [];
  if (does !== undefined) {
    if (!isBehaviour(does)) return false;
    if (reference !== undefined) acts.push(() => keeper.script({ reference }, does));
    else if (isFew(next)) acts.push(() => keeper.script({ next }, does));
    else return false;
  }
  if (batch !== undefined) acts.push(() => keeper.script({ batch, reference }));
  if (outage !== undefined) acts.push(() => keeper.outage(outage));
  if (passSeconds !== undefined) acts.push(() => keeper.passSeconds(passSeconds));
  if (customer !== undefined) acts.push(() => keeper.customer(customer));
  if (refuse !== undefined) acts.push(() => keeper.refuse(refuse.seconds));
  for (const act of acts) act();
  return acts.length > 0;
}

function isFew(count: number | undefined): count is number {
  return count !== undefined && count > 0 && count <= 10_000;
}
