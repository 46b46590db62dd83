import { applicationForm, formOf } from '../api/operations/application-form.ts';
import { Refusal } from '../kernel/refusal.ts';
import { readReferrals } from '../parties/applications/account-news.ts';
import { type Application, applicationStates } from '../parties/applications/application.ts';
import {
  listApplications,
  readApplication,
  readApplicationMoves,
  readStandingApplication,
} from '../parties/applications/store.ts';
import { submitWithSecrets } from '../parties/applications/submit.ts';
import { atClockOf } from '../parties/businesses/clock.ts';
import type { Sql } from '../runtime/sql.ts';
import { formFile, formHelp, readForm } from './application-file.ts';
import { ExpectedError } from './command.ts';
import { dataCommand, show } from './data-command.ts';
import { nameOf, table } from './layout.ts';
import { list } from './list.ts';
import { businessNamed, type Key, object, ofAnyBusiness, ofBusiness } from './names.ts';
import { oneOf } from './values.ts';
import { option, required } from './words.ts';

export async function applicationNamed(sql: Sql, key: Key): Promise<Application> {
  const found = await readApplication(sql, key.businessId, key.id);
  if (!found) throw new ExpectedError(`there is no application ${nameOf(key)}`);
  return found;
}

async function whyNotHandedIn(sql: Sql, businessId: bigint): Promise<string> {
  const { state } = await businessNamed(sql, businessId);
  const standing = await readStandingApplication(sql, businessId);
  return standing
    ? `application ${nameOf(standing)} is ${standing.state}: its business hands in no other`
    : `business ${businessId} is ${state}: it hands in no application`;
}

export const applicationCommands = {
  'application list': list({
    doc: 'Lists applications to take payments',
    of: 'applications',
    filters: { state: option('STATE', oneOf(applicationStates)), business: ofAnyBusiness },
    async rows({ db }, { state, business, before, limit }) {
      if (before) await applicationNamed(db, before);
      const filter = { businessId: business?.id, states: state && [state], limit, before };
      const found = await listApplications(db, filter);
      const referrals = await readReferrals(
        db,
        found.map((one) => one.businessId),
      );
      return found.map((one) => ({ ...one, referral: referrals.get(one.businessId) }));
    },
    columns: {
      application: (one) => nameOf(one),
      state: 'state',
      'handed in': 'createdAt',
      expires: 'expiresAt',
      email: 'email',
      'referred by': 'referral',
    },
  }),
  'application show': show({
    doc: 'Shows an application and its history, without what is in the vault.',
    words: { application: object },
    async read({ db }, { application: key }) {
      const application = await applicationNamed(db, key);
      const moves = await readApplicationMoves(db, key.businessId, key.id);
      const referral = (await readReferrals(db, [key.businessId])).get(key.businessId);
      return { ...application, referral, moves };
    },
    parts: (data) => ({
      '': {
        application: nameOf(data),
        state: data.state,
        email: data.email,
        'referred by': data.referral,
        'handed in': data.createdAt,
        missing: data.requirements.join(', '),
        expires: data.expiresAt,
        'declined because': data.outcomeCodes.join(', '),
      },
      details: data.details,
      history: table(
        { n: 'n', at: 'at', state: 'to', actor: 'actor', reason: 'reason' },
        data.moves,
      ),
    }),
  }),
  'application submit': dataCommand({
    doc:
      'Hands in the application of a business that has none in review and none approved. It is screened like one that ' +
      `comes with a new business. ${formHelp}`,
    words: { business: ofBusiness, file: required('FILE', formFile) },
    async work(world, { business, file }, actor, { input }) {
      const own = atClockOf(world, business);
      const ask = await readForm(own, applicationForm, business, file, input);
      const data = await submitWithSecrets(own, business, { ...formOf(ask), actor }).catch(
        async (error) => {
          if (!(error instanceof Refusal && error.code === 'wrong_state')) throw error;
          throw new ExpectedError(await whyNotHandedIn(world.db, business.id));
        },
      );
      const { state } = await businessNamed(world.db, business.id);
      const missing =
        data.requirements.length > 0 ? `; missing: ${data.requirements.join(', ')}` : '';
      const text = `The application ${nameOf(data)} was handed in and is ${data.state}${missing}. Its business is ${state}.`;
      return { data, text };
    },
  }),
} as const;
