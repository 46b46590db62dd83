import type { ServerResponse } from 'node:http';
import type { Behaviour } from '../simulator/behaviours.ts';

const dripMs = 300;

/** All that a network and a server in trouble make of an answer. */
export async function answerBadly(
  how: Behaviour['answers'],
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
    default:
      // Said never: the caller gives up first.
      return;
  }
}
