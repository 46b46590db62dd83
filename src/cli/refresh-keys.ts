import type { World } from '../world.ts';

/** A rotation in another process is noticed by all of them. Keys that do not open here are told once, not every time. */
export function refreshKeys({ vault, log }: Pick<World, 'vault' | 'log'>): () => Promise<void> {
  let told: string | undefined;
  return async () => {
    const error = await vault.refresh().then(
      () => vault.standing().flaw,
      (fault: Error) => fault,
    );
    if (error && error.message !== told) log.error('vault.not_refreshed', { error });
    told = error?.message;
  };
}
