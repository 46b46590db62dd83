import { open } from 'node:fs/promises';

/**
 * A client's own record of its payments, one JSON line each: the reported state, and the answer that reported it.
 * `request` (`wish` in the file) is the client's name for its request, sent along as ExternalID, so that one request
 * that became two payments is noticed whatever their order numbers are.
 */
export type ClientLine = Sent | Heard;

type Sent = {
  readonly did: 'sent';
  readonly business: string;
  readonly request: string;
  readonly order?: string;
  readonly cents: string;
};

export type Heard = {
  readonly did: 'heard';
  readonly business: string;
  readonly request: string;
  readonly order?: string;
  readonly cents: string;
  readonly status: number;
  /** From the headers X-Payment-Id and X-Payment-State; missing if the reply has no payment. */
  readonly payment?: string;
  readonly state?: string;
  readonly token?: string;
  /** From X-FollowUp-Id and X-FollowUp-State, if a capture, a void or a refund was requested. */
  readonly followUp?: string;
  readonly followUpState?: string;
};

/** The last line may be torn, when the client was killed. */
export async function* readClientLog(path: string): AsyncGenerator<ClientLine> {
  await using file = await open(path, 'r');
  for await (const line of file.readLines()) {
    const parsed = parseLine(line);
    if (parsed) yield parsed;
  }
}

function parseLine(line: string): ClientLine | undefined {
  try {
    const value = JSON.parse(line);
    return value?.did === 'sent' || value?.did === 'heard'
      ? { ...value, request: value.wish }
      : undefined;
  } catch {
    return undefined;
  }
}
