import { questionKinds } from '../../questions/decisions.ts';
import { listQuestions } from '../../questions/store.ts';
import { platform } from '../../trail/trail.ts';
import { businessNamed } from '../business/named.ts';
import { houseCommand } from '../house-command.ts';
import { table } from '../layout.ts';
import { id, oneOf, option, wholeNumber } from '../words.ts';

export const questionList = houseCommand({
  doc: 'Lists what only a person can decide, the oldest first, 100 unless --limit says otherwise.',
  words: {
    business: option('ID', id),
    kind: option('KIND', oneOf(questionKinds)),
    limit: option('N', wholeNumber(1, 10_000)),
  },
  async work({ db }, { business: businessId, kind, limit = 100 }) {
    // Files of all live businesses belong to the platform.
    if (businessId !== undefined && businessId !== platform) await businessNamed(db, businessId);
    const data = await listQuestions(db, { businessId, kind, limit });
    const rows = data.map((one) => [
      one.businessId,
      one.id,
      one.kind,
      `${one.object.kind} ${one.object.id}`,
      one.state,
      one.proposal,
      one.proposedBy,
      one.createdAt,
    ]);
    const headings = ['business', 'id', 'kind', 'about', 'state', 'proposed', 'by', 'asked'];
    return { data, text: table(headings, rows) };
  },
});
