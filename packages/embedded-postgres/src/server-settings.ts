import { totalmem } from 'node:os';
import { port } from './connections.ts';

const megabyte = 1024 * 1024;

/** Settings for many short transactions. Settings that guard durability are set even where they are the default. */
export function serverSettings(clusterName: string): Record<string, string> {
  const memory = Math.floor(usableMemory() / megabyte);
  return {
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',

    listen_addresses: '',
    unix_socket_permissions: '0700',
    port: String(port),
    cluster_name: clusterName,
    max_connections: '200',
    idle_in_transaction_session_timeout: '60s',

    shared_buffers: `${clamp(memory / 8, 32, 2048)}MB`,
    effective_cache_size: `${clamp(memory / 2, 64, 1024 * 1024)}MB`,
    maintenance_work_mem: `${clamp(memory / 32, 16, 512)}MB`,
    work_mem: `${clamp(memory / 1024, 4, 16)}MB`,
    huge_pages: 'try',

    // A checkpoint makes the first change of every page write the whole page to the log: seldom is
    // cheaper, and bounded by what recovery may take.
    max_wal_size: '4GB',
    min_wal_size: '512MB',
    checkpoint_timeout: '15min',

    // Short statements by the thousand: compiling one costs more than running it.
    jit: 'off',
    random_page_cost: '1.1',

    // Tables that mostly grow, and whose updates stay on their page: little to clean up, and cleaning
    // the newest pages again and again would cost more than the statements on them. Statistics keep up.
    autovacuum_naptime: '60s',
    autovacuum_vacuum_scale_factor: '0.1',
    autovacuum_vacuum_insert_scale_factor: '0.2',
    autovacuum_analyze_scale_factor: '0.05',
    autovacuum_vacuum_cost_limit: '1000',

    // An error goes to its caller. In the log it would carry values, which may be secret.
    log_destination: 'stderr',
    logging_collector: 'off',
    log_line_prefix: '',
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    log_statement: 'none',
    lc_messages: 'C',
    timezone: 'UTC',
    log_timezone: 'UTC',
  };
}

function usableMemory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

function clamp(value: number, least: number, most: number): number {
  return Math.round(Math.min(Math.max(value, least), most));
}
