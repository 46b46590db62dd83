import { Refusal } from '../../kernel/refusal.ts';
import type { Conversation } from '../../ports/processors/conversations.ts';
import { mostMinutes } from '../../ports/processors/trial/bench.ts';
import { type Finding, provesSandbox, runTrial } from '../../ports/processors/trial/run-trial.ts';
import { trials } from '../../ports/processors/trial/trials.ts';
import type { World } from '../../world.ts';
import { type Account, credentialsOf } from './account.ts';

export { mostMinutes };

/** Receives the progress of the trial while it runs. */
export type TrialWitness = {
  readonly said: (conversation: Conversation) => void;
  readonly found: (finding: Finding) => void;
};

/** Before a byte is sent: a live account moves money. */
export function refuseLiveAccount({ environment }: Account): void {
  if (environment === 'live') throw isLive('It is the account of a live business.');
}

/**
 * Tries the contract against the gateway itself: charges of some dollars to a test card, and their follow-ups. First
 * inquires at the gateway if the account moves money; our own record as a sandbox account is not enough.
 */
export async function tryAccount(
  world: World,
  account: Account,
  { said, found }: TrialWitness,
): Promise<Finding[]> {
  refuseLiveAccount(account);
  const trial = trials[account.processor];
  let latest: Conversation | undefined;
  const credentials = await credentialsOf(world, account);
  const processor = world.gateways.connect(account.processor, credentials, (conversation) => {
    latest = conversation;
    said(conversation);
  });
  const mode = await processor.check();
  if (mode.outcome === 'unknown') throw refused(`The gateway gave no answer: ${mode.reason}`);
  if (mode.outcome === 'refused') throw refused(`The gateway refuses the key: ${mode.message}`);
  if (mode.isTestMode === false)
    throw isLive('The gateway says that the account is not in test mode.');

  const { now, sleep } = world;
  const runId = `try${Math.trunc(now().getTime() / 1000).toString(36)}`;
  const latestAnswer = () => latest?.answer ?? '';
  const setup = { processor, trial, currency: account.currency, runId, now, sleep, latestAnswer };
  if (mode.isTestMode === undefined && !(await provesSandbox(setup)))
    throw isLive(
      'The gateway does not tell its mode, and it does not answer as a test account does.',
    );
  return await runTrial(setup, found);
}

function isLive(because: string): Refusal {
  return refused(
    `The contract is tried with charges, and never at an account that moves money. ${because}`,
  );
}

function refused(message: string): Refusal {
  return new Refusal('wrong_state', { message });
}
