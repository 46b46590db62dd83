import {
  type EmbeddedOptions,
  type EmbeddedServer,
  startEmbedded as start,
} from '#embedded-postgres';

const quittance = {
  program: 'quittance',
  superuser: 'quittance',
  // No superuser, so that no statement reads the machine's files, runs programs or changes the server.
  owner: 'quittance_service',
  settingNames: { server: 'DATABASE_URL', binaries: 'QUITTANCE_POSTGRES_BIN' },
};

/** The database of Quittance in a folder of its own: started, or joined if another process started it. */
export async function startEmbedded(
  options: Omit<EmbeddedOptions, keyof typeof quittance>,
): Promise<EmbeddedServer> {
  return await start({ ...quittance, ...options });
}
