import type { Reply } from '../caller.ts';
import { life } from '../crash-world.ts';
import type { PaymentRequest, Scenario } from './fixture.ts';

/** The last answer to a client, and the answer to one more request. */
export type End = { readonly last: Reply | undefined; readonly replay: Reply | undefined };

/** Sends the request to a process that lives for so many moments. */
export async function askCrashing(scenario: Scenario, request: PaymentRequest, moments: number) {
  const span = life(moments);
  const crashing = await scenario.open(span);
  span.begin();
  const reply = await scenario.ask(crashing, request, span);
  return { reply, died: span.isOver };
}

/** A second later, of a process that was just started in place of the dead one. */
export async function askSoon(
  scenario: Scenario,
  request: PaymentRequest,
): Promise<Reply | undefined> {
  scenario.fixture.clock.pass(1000);
  return await scenario.ask(await scenario.open(), request);
}

/** Repeats the request, as a real client does, until the answer is final. */
export async function askUntilAnswered(
  scenario: Scenario,
  request: PaymentRequest,
  first: Reply | undefined,
): Promise<End> {
  let last = first;
  const survivor = await scenario.survivor();
  await scenario.workOff(survivor);
  for (let times = 1; times <= 3 && last?.status !== 200; times += 1) {
    last = await scenario.ask(survivor, request);
    await scenario.workOff(survivor);
  }
  const isPaid = last && JSON.parse(last.body).IsSuccess;
  const replay = isPaid ? await scenario.ask(survivor, request) : undefined;
  return { last, replay };
}
