import { readApplication, readApplicationMoves } from '../../applications/store.ts';
import { OperatorFault } from '../command.ts';
import { houseCommand } from '../house-command.ts';
import { facts, rowsOf, sections } from '../layout.ts';
import { idWithin, place } from '../words.ts';

export const applicationShow = houseCommand({
  doc: 'Shows an application and its history, without what lies in the vault.',
  words: { application: place('BUSINESS/ID', idWithin) },
  async work({ db }, { application: { businessId, id } }) {
    const application = await readApplication(db, businessId, id);
    if (!application) throw new OperatorFault(`there is no application ${businessId}/${id}`);
    const moves = await readApplicationMoves(db, businessId, id);
    const { state, email, details, requirements, outcomeCodes, expiresAt, createdAt } = application;
    const text = sections({
      '': facts({
        application: `${businessId}/${id}`,
        state,
        email,
        'handed in': createdAt,
        missing: requirements.join(', '),
        expires: expiresAt,
        'declined because': outcomeCodes.join(', '),
      }),
      details: facts(details),
      history: rowsOf(['n', 'at', 'state', 'actor', 'reason'], moves, (one) => [
        one.n,
        one.at,
        one.to,
        one.actor,
        one.reason,
      ]),
    });
    return { data: { ...application, moves }, text };
  },
});
