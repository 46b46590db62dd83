import { registerHooks } from 'node:module';
import { dieOnOrders } from './ordered-death.ts';

/*
 * The service as it is, `src/main.ts` with its own commands; only what it builds its world of is a world that
 * can be killed at a named point, and the files of its mailboxes are written by functions that can.
 */
const world = new URL('killable-world.ts', import.meta.url).href;
const files = new URL('killable-files.ts', import.meta.url).href;

registerHooks({
  resolve(specifier, context, next) {
    const from = context.parentURL ?? '';
    if (from.includes('/src/ports/mailboxes/') && specifier === 'node:fs/promises') {
      return { url: files, shortCircuit: true };
    }
    const found = next(specifier, context);
    const isWorld =
      from.endsWith('/src/cli/open-installation.ts') && specifier.endsWith('/build-world.ts');
    return isWorld ? { ...found, url: world } : found;
  },
});

dieOnOrders();
await import('../../src/main.ts');
