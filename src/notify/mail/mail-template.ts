import { type Language, languages } from '../../kernel/language.ts';
import { type Flaw, flaw } from '../../kernel/parsed.ts';
import { recordAct } from '../../records/audit-log.ts';
import { int8, oneOf, optional, text, textOf, timestamptz } from '../../runtime/column.ts';
import type { EventKind } from '../../runtime/event-kinds.ts';
import type { Sql } from '../../runtime/sql.ts';
import { type RowOf, table } from '../../runtime/table.ts';
import type { World } from '../../world.ts';

/** Mails to payers, by the kind of their event. */
export const mailKinds = [
  'payment.captured',
  'payment.queued',
  'payment.refunded',
  'payment.voided',
  'payment.returned',
  'payment.account_validating',
  'subscription.payment_failed',
  'subscription.trial_will_end',
  'subscription.card_expiring',
] as const satisfies EventKind[];
export type MailKind = (typeof mailKinds)[number];

const ofPayer = ['firstName', 'lastName', 'business'] as const;
const ofPayment = [...ofPayer, 'amount', 'orderNumber', 'method', 'date'] as const;
const ofSubscription = [...ofPayer, 'plan', 'date'] as const;
export const placeholders = [...new Set([...ofPayment, ...ofSubscription])];
export type Placeholder = (typeof placeholders)[number];

/** What the words of a mail may name. */
export const placeholdersOf: Readonly<Record<MailKind, readonly Placeholder[]>> = {
  'payment.captured': ofPayment,
  'payment.queued': ofPayment,
  'payment.refunded': ofPayment,
  'payment.voided': ofPayment,
  'payment.returned': ofPayment,
  'payment.account_validating': ofPayment,
  'subscription.payment_failed': [...ofSubscription, 'amount'],
  'subscription.trial_will_end': [...ofSubscription, 'amount'],
  'subscription.card_expiring': ofSubscription,
};

/** Own words of a business in the mails of one kind, in one language. */
export const mailTemplates = table('mail_templates', {
  businessId: int8,
  id: int8,
  /** A newer version that runs beside this one may write kinds that are unknown here: no mail has their words. */
  kind: textOf<MailKind>(),
  language: oneOf(languages),
  /** Undefined, as of the others: the usual words. */
  subject: optional(text),
  /** In lines. */
  opening: optional(text),
  /** In lines. */
  closing: optional(text),
  createdAt: timestamptz,
  updatedAt: timestamptz,
});

export type MailTemplate = RowOf<typeof mailTemplates>;
type TemplateKey = Pick<MailTemplate, 'businessId' | 'id'>;
export const parts = ['subject', 'opening', 'closing'] as const;
type Part = (typeof parts)[number];
/** Its words; undefined where the usual ones stand. */
export type OwnWords = { readonly [P in Part]?: string | undefined };

const noWords = { subject: undefined, opening: undefined, closing: undefined };

export const anyPlaceholder = /\{([a-zA-Z]+)\}/g;

/**
 * Nobody reads a mail before it is sent, so braces that are not those of a known placeholder are refused. The flaw quotes
 * what could be a misspelt name and nothing else.
 */
export function flawInWords(words: string, kind: MailKind): Flaw | undefined {
  const known = placeholdersOf[kind];
  const isKnown = (name: string) => known.some((one) => one === name);
  const rest = words.replace(anyPlaceholder, (whole, name) => (isKnown(name) ? '' : whole));
  if (!/[{}]/.test(rest)) return undefined;
  const odd = rest.match(/\{[a-zA-Z]{1,30}\}/)?.[0] ?? 'a brace';
  const named = known.map((one) => `{${one}}`).join(', ');
  return flaw('unknown_placeholder', `must not have ${odd}: in this mail there are ${named}`);
}

/** All words of a business. Scope: tenant. */
export async function readTemplates(sql: Sql, businessId: bigint): Promise<MailTemplate[]> {
  return await mailTemplates.read(
    sql,
    `select ${mailTemplates.columns} from mail_templates where business_id = $1`,
    [businessId],
  );
}

type Outcome = MailTemplate | 'taken' | 'says_nothing' | 'not_there';
type Context = Pick<World, 'db' | 'now'>;

type NewTemplate = TemplateKey &
  OwnWords & { readonly kind: MailKind; readonly language: Language };

export async function addMailTemplate(
  { db, now }: Context,
  draft: NewTemplate,
  actor: string,
): Promise<Outcome> {
  if (saysNothing(draft)) return 'says_nothing';
  return await db.begin(async (tx) => {
    const at = now();
    const made = { ...noWords, ...draft, createdAt: at, updatedAt: at };
    const written = await mailTemplates.insert(tx, [made], 'on conflict do nothing');
    if (written === 0) return 'taken';
    await record(tx, made, { actor, act: 'mail_template.added', at });
    return made;
  });
}

type Changer = {
  readonly actor: string;
  /** Gets the locked template, and throws if it is not the one that the caller saw. */
  match(before: MailTemplate): void;
  /** Throws if these are no words for its kind of mail. */
  check(before: MailTemplate): void;
};

/** Changes what is given; null goes back to the usual words. */
export async function changeMailTemplate(
  { db, now }: Context,
  key: TemplateKey,
  change: { readonly [P in Part]?: string | null | undefined },
  { actor, match, check }: Changer,
): Promise<Outcome> {
  return await db.begin(async (tx) => {
    const before = await lock(tx, key);
    if (!before) return 'not_there';
    match(before);
    check(before);
    const changed = parts.filter((part) => {
      return change[part] !== undefined && change[part] !== (before[part] ?? null);
    });
    if (changed.length === 0) return before;
    const words = Object.fromEntries(changed.map((part) => [part, change[part] ?? undefined]));
    const at = now();
    const after = { ...before, ...words, updatedAt: at };
    if (saysNothing(after)) return 'says_nothing';
    await tx.query(
      `update mail_templates set subject = $3, opening = $4, closing = $5, updated_at = $6
       where business_id = $1 and id = $2`,
      [key.businessId, key.id, after.subject, after.opening, after.closing, at],
    );
    await record(tx, after, { actor, act: 'mail_template.changed', at });
    return after;
  });
}

/** Goes back to the usual words. False: there is no such template. */
export async function removeMailTemplate(
  { db, now }: Context,
  key: TemplateKey,
  { actor, match }: Omit<Changer, 'check'>,
): Promise<boolean> {
  return await db.begin(async (tx) => {
    const before = await lock(tx, key);
    if (!before) return false;
    match(before);
    await tx.query('delete from mail_templates where business_id = $1 and id = $2', [
      key.businessId,
      key.id,
    ]);
    const { kind, language } = before;
    const gone = { ...key, kind, language };
    await record(tx, gone, { actor, act: 'mail_template.removed', at: now() });
    return true;
  });
}

function saysNothing(words: OwnWords): boolean {
  return parts.every((part) => words[part] === undefined);
}

async function lock(tx: Sql, { businessId, id }: TemplateKey): Promise<MailTemplate | undefined> {
  return await mailTemplates.readOne(
    tx,
    `select ${mailTemplates.columns} from mail_templates
     where business_id = $1 and id = $2 for update`,
    [businessId, id],
  );
}

type Act = { readonly actor: string; readonly act: string; readonly at: Date };

/** With its words: what a mail said on some day can be found out. */
async function record(
  tx: Sql,
  { businessId, id, kind, language, subject, opening, closing }: NewTemplate,
  act: Act,
): Promise<void> {
  const facts = { kind, language, subject, opening, closing };
  await recordAct(tx, { ...act, businessId, object: `mail_template:${id}`, facts });
}
