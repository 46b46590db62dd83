import { confirmAmounts } from '../../ach/validation/confirm.ts';
import { type OpenedValidation, openValidation } from '../../ach/validation/open-validation.ts';
import type { Html } from '../../kernel/html.ts';
import { inLanguage, speaker } from '../../kernel/language.ts';
import { languageOf } from '../../parties/businesses/public-profile.ts';
import { createAddressLimiter } from '../../runtime/rate-limiter.ts';
import type { Faults, Refilled } from './field.ts';
import { htmlPage, previewFor, redirectTo } from './layout.ts';
import type { Form, MakeRoute, Page, Visit } from './page.ts';
import { addressOf, faceFor } from './page-language.ts';
import {
  amountFields,
  comingPart,
  confirmPart,
  overPart,
  validatedPart,
} from './validation-part.ts';
import { account as words } from './words/account.ts';

/** Tries for each network address, if limits hold: the three of a validation hold always. */
const limit = { burst: 10, perSecond: 1 / 360 };

/** The page at which a payer confirms the amounts of micro-deposits. */
export const validationPages: MakeRoute = (world) => {
  const tries = createAddressLimiter({ ...limit, now: world.now });

  return {
    below: '/account/',
    async answer(visit) {
      const [secret = '', ...more] = visit.parts;
      const found = more.length === 0 && (await openValidation(world, secret));
      if (!found) return undefined;
      const opened = { ...found, face: faceFor(visit, found.face) };
      if (visit.form) return await confirm(opened, visit, visit.form);
      if (visit.by !== 'person') return previewFor(visit.by, languageOf(opened.face));
      return show(opened, visit);
    },
  };

  /** Redirects back to the page once it is decided, so that a reload does not post again. */
  async function confirm(opened: OpenedValidation, visit: Visit, form: Form): Promise<Page> {
    const { world: own, business, validation, standing, face } = opened;
    const say = speaker(languageOf(face));
    const path = addressOf(visit);
    if (standing !== 'open') return redirectTo(path);
    const [first, second] = amountFields.map((name) => centsIn(form.text(name)));
    if (first === undefined || second === undefined) {
      const faults = faultsOf(form, say(words.unread));
      return show(opened, visit, { status: 422, faults, kept: keptOf(form) });
    }
    if (business.limited && !tries.take(visit.from).ok) {
      return show(opened, visit, { status: 429, note: say(words.later) });
    }
    const confirmed = await confirmAmounts(own, validation, [first, second]);
    if (typeof confirmed === 'string' || confirmed.triesLeft === 0) return redirectTo(path);
    const note = say(words.wrong(confirmed.triesLeft));
    return show(opened, visit, { status: 422, note });
  }
};

/** 27, .27, 0.27 and $0.27. Undefined for all else: a point before one digit may mean either. */
function centsIn(text: string): bigint | undefined {
  const [, cents] = /^\s*(?:\$?\s*0?\.(?=\d\d\s*$))?(\d{1,2})\s*$/.exec(text) ?? [];
  return cents === undefined || Number(cents) === 0 ? undefined : BigInt(cents);
}

function faultsOf(form: Form, sentence: string): Faults {
  const unread = amountFields.filter((name) => centsIn(form.text(name)) === undefined);
  return new Map(unread.map((name) => [name, sentence]));
}

function keptOf(form: Form): Refilled {
  return Object.fromEntries(amountFields.map((name) => [name, form.text(name).slice(0, 10)]));
}

type Again = {
  readonly status?: number;
  readonly faults?: Faults;
  readonly kept?: Refilled;
  readonly note?: string;
};

function show(opened: OpenedValidation, at: Visit, { status = 200, ...again }: Again = {}): Page {
  const { face } = opened;
  const language = languageOf(face);
  return htmlPage({
    status,
    language,
    title: inLanguage(language, words.titleFor(face.name)),
    body: bodyOf(opened, at, again),
    branding: face.branding,
  });
}

function bodyOf({ face, validation, standing }: OpenedValidation, at: Visit, again: Again): Html {
  const { last4 } = validation;
  switch (standing) {
    case 'coming':
      return comingPart({ at, face, last4 });
    case 'open':
      return confirmPart({ at, face, last4, ...again });
    case 'validated':
      return validatedPart({ at, face, last4 });
    case 'over':
      return overPart({ at, face });
  }
}
