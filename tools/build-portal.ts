import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** What the portal is built of. */
const sources = [
  'portal/{index.html,vite.config.ts}',
  'portal/src/**/*',
  'clients/typescript/src/**/*',
  'src/api/pages/assets/*',
  'package-lock.json',
];

/**
 * Builds portal/dist where it is missing or older than its sources. Takes about two seconds. A service without the
 * packages of development goes on with what is built.
 */
export async function buildPortal(): Promise<void> {
  if (!isOutdated()) return;
  const vite = await import('vite').catch(() => undefined);
  if (!vite) return console.warn('The portal is not built anew: Vite is missing (npm ci).');
  console.log('Building the portal ...');
  await vite.build({ configFile: join(root, 'portal/vite.config.ts'), logLevel: 'warn' });
}

function isOutdated(): boolean {
  const built = join(root, 'portal/dist/index.html');
  if (!existsSync(built)) return true;
  const { mtimeMs } = statSync(built);
  return globSync(sources, { cwd: root }).some(
    (path) => statSync(join(root, path)).mtimeMs > mtimeMs,
  );
}

if (import.meta.main) await buildPortal();
