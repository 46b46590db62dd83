import { connectionLost } from './retryable.ts';

/**
 * Work that may be done twice, begun anew when its connection was lost: the server was stopped or killed, and somebody
 * starts it again. Whoever asks for a connection waits for that.
 */
export async function anewWhenLost<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (tries === 5 || !connectionLost(error)) throw error;
    }
  }
}
