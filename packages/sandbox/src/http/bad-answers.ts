import type { ServerResponse } from 'node:http';
import type { Behaviour } from '../processor/behaviours.ts';

const dripMs = 300;

/** The answers of a bank that works, with the right content or a wrong one. */
const plain = ['truth', 'slowly', 'rejection', 'another_amount', 'another_reference'] as const;
type Plain = (typeof plain)[number];
type BadAnswer = Exclude<Behaviour['answers'], Plain>;

export function isPlain(how: Behaviour['answers']): how is Plain {
  return (plain as readonly string[]).includes(how);
}

/** Sends an answer as a network, or a server in trouble, would. */
export async function answerBadly(
  how: BadAnswer,
  answer: string,
  response: ServerResponse,
  sleep: (ms: number) => Promise<void>,
): Promise<void> {
  const { socket } = response;
  const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) };
  switch (how) {
    case 'no_connection':
      socket?.destroy();
      return;
    case 'server_error':
      response.writeHead(500).end('<h1>Internal Server Error</h1>');
      return;
    case 'garbage':
      response.writeHead(200, head).end('\u0000'.repeat(head['content-length']));
      return;
    case 'half':
      response.writeHead(200, head).write(answer.slice(0, answer.length / 2), () => {
        socket?.destroy();
      });
      return;
    case 'twice': {
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`);
      // Both in one write, so that no caller can have gone on before the second.
      const whole = `HTTP/1.1 200 OK\r\n${lines.join('')}\r\n${answer}`;
      socket?.end(whole + whole);
      return;
    }
    case 'drop_by_drop':
      response.writeHead(200, head);
      for (const drop of answer) {
        if (response.destroyed) return;
        response.write(drop);
        await sleep(dripMs);
      }
      response.end();
      return;
    case 'never':
      // The caller gives up first.
      return;
    default:
      how satisfies never;
  }
}
