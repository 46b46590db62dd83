import { type BrokenChain, verifyTrail } from '../../trail/verify.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { id, option } from '../words.ts';

/** Of all chains together; more are counted. */
const mostTold = 1000;

export const auditVerify = houseCommand({
  doc: 'Recomputes the audit trail and says where it is not what was written; 1 if it is not whole.',
  words: { business: option('ID', id) },
  async work({ db }, { business: businessId }) {
    const broken: BrokenChain[] = [];
    let told = 0;
    let untold = 0;
    const { chains, links, isWhole } = await verifyTrail(db, {
      businessId,
      report(one) {
        const room = mostTold - told;
        const breaks = one.breaks.slice(0, room);
        told += breaks.length;
        untold += one.untold + one.breaks.length - breaks.length;
        if (breaks.length > 0) broken.push({ ...one, breaks });
      },
    });
    // Asked last: the book of a business whose own row is gone is verified all the same.
    if (businessId && chains === 0n) await businessNamed(db, businessId);
    const lines = broken.flatMap(({ businessId: of, breaks }) =>
      breaks.map(({ n, upTo, kind }) => {
        const which = n === upTo ? `link ${n}` : `links ${n} to ${upTo}`;
        return `business ${of} ${which}: ${kind}`;
      }),
    );
    if (untold > 0) lines.push(`and ${untold} more`);
    lines.push(`${links} links in ${chains} chains, ${told + untold} breaks.`);
    return {
      data: { chains: Number(chains), links: Number(links), isWhole, broken, untold },
      text: lines.join('\n'),
      code: isWhole ? 0 : 1,
    };
  },
});
