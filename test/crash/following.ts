import { strict as assert } from 'node:assert';
import { referenceOf } from '../../src/payments/payment.ts';
import type { World } from '../../src/world.ts';
import { client, openDoor, type Reply } from '../caller.ts';
import type { Life } from '../crash-world.ts';
import type { Caller } from '../fixture.ts';
import { type Client, type End, type Lived, untilAnswered } from './asking.ts';
import type { PaymentRequest, Scenario } from './fixture.ts';
import { type FollowUpStory, saysNo } from './followup-stories.ts';

/** A request for a follow-up of a payment, sent the same every time. */
export type FollowUpRequest = {
  readonly name: string;
  readonly story: FollowUpStory;
  readonly caller: Caller;
  readonly payment: PaymentRequest;
  readonly paymentId: bigint;
  readonly invoice: string;
};

/** A request and the last answer to it. */
export type FollowUpLife = Lived<FollowUpRequest>;

/** The payment is made by a process that lives; what the bank does next is settled. */
export async function newFollowUpRequest(
  scenario: Scenario,
  story: FollowUpStory,
): Promise<FollowUpRequest> {
  const payment = await scenario.newRequest(story.charge);
  const reply = await scenario.ask(await scenario.survivor(), payment);
  assert.ok(reply?.status === 200, `it was not paid: ${reply?.body}`);
  const paymentId = BigInt(String(reply.headers['x-payment-id']));
  const isFirm = saysNo.includes(story.bank) && story.or === undefined;
  for (const n of isFirm ? [2, 3, 4] : [2]) {
    const reference = referenceOf(payment.caller.business.id, paymentId, n);
    scenario.fixture.bank.script({ reference }, story.bank);
  }
  const invoice = JSON.parse(reply.body).Data.InvoiceID;
  const { caller } = payment;
  return { name: `${payment.name}, followed up`, story, caller, payment, paymentId, invoice };
}

/** Undefined: no answer came. */
export async function askFollowUp(
  scenario: Scenario,
  world: World,
  request: FollowUpRequest,
  span?: Life,
): Promise<Reply | undefined> {
  const { story, payment, name } = request;
  const door = await openDoor(world);
  try {
    const reply = await (story.asks.kind === 'refund' ? askRefund : askAuthorization)(
      door.baseUrl,
      request,
    );
    if (span?.isOver) return undefined; // The dead say nothing.
    const followUp = reply.headers['x-followup-id'];
    if (followUp === undefined) return reply;
    const state = String(reply.headers['x-followup-state']);
    const answer = { followUp: String(followUp), followUpState: state, status: reply.status };
    const business = payment.caller.username;
    scenario.said.push({ did: 'heard', business, request: name, cents: centsOf(story), ...answer });
    return reply;
  } finally {
    await door.close();
  }
}

/** Asks for the follow-up of a story. */
export function follower(scenario: Scenario, story: FollowUpStory): Client<FollowUpRequest> {
  return {
    make: () => newFollowUpRequest(scenario, story),
    ask: (world, request, span) => askFollowUp(scenario, world, request, span),
    isReplayed: ({ status }) => status === 200,
  };
}

export async function askFollowUpUntilAnswered(
  scenario: Scenario,
  request: FollowUpRequest,
  first: Reply | undefined,
): Promise<End> {
  return await untilAnswered(scenario, follower(scenario, request.story), request, first);
}

async function askAuthorization(
  baseUrl: string,
  { story, payment, invoice }: FollowUpRequest,
): Promise<Reply> {
  const { kind, amount } = story.asks;
  const { call, close } = client(baseUrl, payment.caller);
  try {
    const ChargeType = kind === 'capture' ? 'Capture' : 'Void';
    const fields = { TransactionID: invoice, ChargeType, ...(amount && { Amount: amount }) };
    return await call('ProcessAuthorization', fields, headersOf(story));
  } finally {
    close();
  }
}

/** By the other interface, whose answers are XML around the same JSON. */
async function askRefund(
  baseUrl: string,
  { story, payment, invoice }: FollowUpRequest,
): Promise<Reply> {
  const { amount } = story.asks;
  const { username: Username, apiKey: Token } = payment.caller;
  const answer = await fetch(`${baseUrl}/Service.asmx/ProcessRefundNoCC`, {
    method: 'POST',
    headers: { ...headersOf(story), Connection: 'close' },
    body: new URLSearchParams({
      Token,
      Username,
      RefundType: amount ? 'Partial' : 'Full',
      Amount: amount ?? '',
      OrderNumber: '',
      PaymentID: invoice,
    }),
  });
  const headers = Object.fromEntries(answer.headers);
  return { status: statusOf(headers), headers, body: await answer.text() };
}

/** This interface answers 200 whatever happened; what the other would have said. */
function statusOf(headers: Readonly<Record<string, string>>): number {
  const state = headers['x-followup-state'];
  if (state === undefined) return 409;
  if (state === 'processing' || state === 'unknown') return 202;
  return 'retry-after' in headers ? 503 : 200;
}

function headersOf({ hasKey }: FollowUpStory): Record<string, string> {
  return hasKey ? { 'Idempotency-Key': 'follow-up-1' } : {};
}

function centsOf({ asks: { amount }, charge }: FollowUpStory): string {
  return String(Math.round(Number(amount ?? charge.Amount) * 100));
}
