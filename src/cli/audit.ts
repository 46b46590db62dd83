import { listOpenings } from '../payments/tokens/count-openings.ts';
import { listActs, platform } from '../records/audit-log.ts';
import { type BrokenChain, verifyAuditLog } from '../records/verify-audit-log.ts';
import { dataCommand } from './data-command.ts';
import { catalogue, limit, list, pageSize } from './list.ts';
import { businessNamed, ofAnyBusinessId, ofBusiness, ofBusinessId } from './names.ts';
import { showProgress } from './show-progress.ts';
import { line } from './values.ts';
import { option } from './words.ts';

/** The breaks that are shown, of all chains together; more are counted. */
const mostBreaks = 1000;

export const auditCommands = {
  'audit verify': dataCommand({
    doc: 'Recomputes the hash chains of the audit log and shows where they are broken; then the exit code is 1.',
    words: { business: ofAnyBusinessId },
    async work({ db }, { business }, _, { err }) {
      const broken: BrokenChain[] = [];
      let shown = 0;
      let more = 0;
      const progress = showProgress('audit verify', { to: err });
      const { chains, links, isWhole } = await verifyAuditLog(db, {
        businessId: business,
        progress,
        report(one) {
          const breaks = one.breaks.slice(0, mostBreaks - shown);
          shown += breaks.length;
          more += one.unreported + one.breaks.length - breaks.length;
          if (breaks.length > 0) broken.push({ ...one, breaks });
        },
      }).finally(progress.end);
      // Asked last: the audit log of a business is verified even if its own row is gone.
      if (business && chains === 0n) await businessNamed(db, business);
      const lines = broken.flatMap(({ businessId: of, breaks }) =>
        breaks.map(({ n, upTo, kind }) => {
          const which = n === upTo ? `link ${n}` : `links ${n} to ${upTo}`;
          return `business ${of} ${which}: ${kind}`;
        }),
      );
      if (more > 0) lines.push(`and ${more} more`);
      lines.push(`${links} links in ${chains} chains, ${shown + more} breaks.`);
      const shownBroken = broken.map(({ unreported: untold, ...one }) => ({ ...one, untold }));
      const counts = { chains: Number(chains), links: Number(links), isWhole };
      return {
        data: { ...counts, broken: shownBroken, untold: more },
        text: lines.join('\n'),
        code: isWhole ? 0 : 1,
      };
    },
  }),
  'audit list': list({
    doc: 'Lists the acts in the audit log of a business, or of the platform as business 0',
    of: 'acts',
    filters: { business: ofBusinessId },
    async rows({ db }, { business, before, limit: most }) {
      const acts = await listActs(db, business, most, before?.id);
      // Asked last: the audit log of a business is shown even if its own row is gone.
      if (business !== platform && acts.length === 0) await businessNamed(db, business);
      return acts;
    },
    columns: {
      n: 'n',
      at: 'at',
      actor: 'actor',
      act: 'act',
      object: 'object',
      facts: (one) => JSON.stringify(one.facts),
    },
  }),
  'audit openings': catalogue({
    doc: 'Lists how often the number of a token was opened to be charged or exported, by day and token, the newest first',
    more: `Shows ${pageSize} rows unless --limit says otherwise. Other openings are number.opened in audit list.`,
    of: 'openings',
    filters: { business: ofBusiness, token: option('TOKEN', line(50)), limit },
    rows: async ({ db }, { business, token, limit: most }) =>
      await listOpenings(db, business.id, { token, limit: most }),
    columns: { day: 'day', token: 'token', openings: 'openings' },
  }),
} as const;
