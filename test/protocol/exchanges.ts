import { defaultOperations } from '../../src/api/operations/index.ts';
import type { DefaultOperation } from '../../src/api/operations/operation.ts';
import { expand, parseAnswer, parseMessage, readSamples } from './sample.ts';

/** A request of a sample and its answer, as they are checked in. */
export type Exchange = {
  readonly place: string;
  /** Undefined where the request names none. */
  readonly operation: DefaultOperation | undefined;
  /** Undefined where the body is no JSON object. */
  readonly fields: Readonly<Record<string, unknown>> | undefined;
  readonly status: number;
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
};

export function readExchanges(): Exchange[] {
  return readSamples().flatMap(({ name, steps }) =>
    steps.flatMap((step, i) => {
      if (step.kind !== 'request') return [];
      return step.requests.map(({ text, expected }) =>
        readExchange(`${name}, step ${i + 1}`, text, utf8(expected.text ?? '')),
      );
    }),
  );
}

function utf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString();
}

const nobody = { get: () => '' };

function readExchange(place: string, requestText: string, answerText: string): Exchange {
  const request = parseMessage(expand(requestText, nobody));
  const [method, target = ''] = request.head[0]!.split(' ');
  const path = target.replace(/\?.*$/s, '').toLowerCase();
  const answer = parseAnswer(answerText);
  const [statusLine = '', ...lines] = answer.head;
  return {
    place,
    operation: defaultOperations.find(
      ({ name }) => method === 'POST' && path === `/api/default/${name.toLowerCase()}`,
    ),
    fields: parseObject(request.body),
    status: Number(statusLine.split(' ')[1]),
    headers: new Map(lines.map((line) => line.split(': ', 2) as [string, string])),
    body: answer.body,
  };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
