import { type Exceptions, type Finding, isExcepted, type Rule } from './rule.ts';
import { isTest } from './tree.ts';
import { shorten } from './words.ts';

/** Where the words of the trade are the only ones. */
const plain =
  /^(?:docs\/|src\/|packages\/|tools\/|bench\/|(?:README|ARCHITECTURE|CONTRIBUTING|SECURITY)\.md$)/;

/** Words that this project once had for things that the trade has a word for: docs/glossary.md. */
type TradeWord = {
  readonly was: RegExp;
  readonly instead: string;
  /** Where it means something else, or cannot be changed, and why. */
  readonly except: Exceptions;
};
const asksQuestions = 'a question of a form, or of a person';
const saidToCallers = 'texts that callers and payers read';
const wireName = 'QuestionText on the wire';

/** Tables, columns, kinds and event names are in snake_case, and stay: no word begins or ends at a `_`. */
export const tradeWords: readonly TradeWord[] = [
  {
    was: /(?<![A-Za-z])(?:kept|retry)[ -]?keys?(?![a-z])/gi,
    instead: 'idempotency key',
    except: {},
  },
  {
    was: /\buntold\b/gi,
    instead: 'pending',
    except: {
      'src/runtime/events.ts': 'the column',
      'src/notify/webhooks/event-store.ts': 'the column',
      'src/cli/status-store.ts': 'the column',
      'src/backoffice/reconciliation/': 'the column',
      'src/monitoring/stored-work.ts': 'the column',
      'src/cli/audit.ts': 'a field of --json',
      'bench/': 'the column',
      'test/': 'the column',
    },
  },
  { was: /\bladders?\b/gi, instead: 'backoff, or dunning', except: {} },
  { was: /\btreads?\b/gi, instead: 'fencing token', except: {} },
  {
    was: /\bbrakes?\b/gi,
    instead: 'rate limiter, or velocity limit of a card',
    except: { 'src/demo/catalogue.ts': 'a part of a bicycle' },
  },
  {
    was: /\b(?:give|gives|gave|given|giving) back\b/gi,
    instead: 'void, refund, reverse or return',
    except: {
      'src/kernel/refusal.ts': saidToCallers,
      'src/ports/processors/declines.ts': saidToCallers,
      'src/payments/follow-ups/decide.ts': saidToCallers,
      'src/payments/follow-ups/follow-up.ts': saidToCallers,
      'src/ach/returns/apply-returned-refund.ts': saidToCallers,
      'src/notify/mail/business-mail.ts': saidToCallers,
      'src/api/pages/words/receipt.ts': saidToCallers,
      'src/invoicing/subscriptions/move-store.ts': saidToCallers,
      'test/asmx/refunds.test.ts': saidToCallers,
      'test/cases/after-the-charge.test.ts': saidToCallers,
      'test/followups/refund.test.ts': saidToCallers,
      'test/mail/returns.test.ts': saidToCallers,
      'test/operate/payment-cli.test.ts': saidToCallers,
      'test/pay-links/refund.test.ts': saidToCallers,
      'test/payments/told-once.test.ts': saidToCallers,
      'test/subscriptions/price-flow.test.ts': saidToCallers,
    },
  },
  {
    was: /\bquestions?\b(?! marks?\b|\.\w|:\$)/gi,
    instead: 'case',
    except: {
      'docs/interface/leads.md': asksQuestions,
      'src/leads/': asksQuestions,
      'src/api/v1/resources/leads.ts': asksQuestions,
      'src/api/v1/resources/lead-forms.ts': asksQuestions,
      'src/demo/enquiries.ts': asksQuestions,
      'src/cli/lead-form.ts': asksQuestions,
      'src/cli/lead.ts': asksQuestions,
      'src/cli/inbox.ts': asksQuestions,
      'src/api/pages/lead-form-part.ts': asksQuestions,
      'src/api/pages/personal-part.ts': asksQuestions,
      'src/api/pages/words/lead.ts': asksQuestions,
      'src/api/operations/records.ts': asksQuestions,
      'src/api/operations/asmx/get-individuals-for-external-api.ts': asksQuestions,
      'src/api/http/openapi-answers.ts': saidToCallers,
      'src/notify/mail/words/receipts.ts': saidToCallers,
      'src/cli/run.ts': 'the name that the command had',
      'src/cli/payment.ts': 'a field of --json',
      'src/payments/follow-ups/dossier.ts': 'a field of --json',
      'src/api/soap/help-samples.test.ts': wireName,
      'test/asmx/document-rules.test.ts': wireName,
      'test/asmx/echo-table.ts': wireName,
      'test/leads/': asksQuestions,
      'test/v1/leads.test.ts': asksQuestions,
      'test/browser/lead-form.deep.ts': asksQuestions,
      'test/business-types/pages.test.ts': asksQuestions,
      'test/moving/forget.test.ts': asksQuestions,
      'test/mail/receipts.test.ts': saidToCallers,
      'test/cases/cli.test.ts': 'the name that the command had',
      'test/onboarding/cli-answers.test.ts': 'the name that the command had',
    },
  },
  {
    was: /\b(?:audit )?trails?\b/gi,
    instead: 'audit log',
    except: { 'test/tidy/words.ts': 'the table' },
  },
  { was: /\bauditors?\b/gi, instead: 'reconciliation', except: {} },
  {
    was: /\bwebhook notices?\b|\bnotices? (?:to|for) (?:\w+ )?webhooks?\b/gi,
    instead: 'webhook',
    except: {},
  },
  {
    was: /\b(?:and other|send|sends|sent|these|such|writes?) letters?\b|\bletters? (?:that|to|go)\b/gi,
    instead: 'mail',
    except: { 'src/parties/applications/codes.ts': 'a letter on paper' },
  },
  {
    was: /\b(?:house|mortal|road|town|traveller)s?\b|\bstreets(?! address)\b/g,
    instead: 'what it is',
    except: {},
  },
  {
    was: /\b(?:a|an|its|of|the|this) sayings?\b|\bSayings?\b/g,
    instead: 'expected error',
    except: {},
  },
  {
    was: /\bwish(?:es|ed)?\b/gi,
    instead: 'request',
    except: {
      'src/backoffice/reconciliation/client-log.ts': 'a field of the file',
      'test/campaign/client-log.ts': 'a field of the file',
      'test/reconciliation/reconcile.deep.ts': 'a field of the file',
    },
  },
  { was: /\bdeeds?\b/gi, instead: 'follow-up, or request', except: {} },
];

export const plainWords: Rule = {
  name: 'a thing is called by the word of the trade',
  *check({ path, text }): Iterable<Finding> {
    if (!(isTest(path) || plain.test(path)) || saysThemAll(path) || isDerived(text)) return;
    const prose = path.endsWith('.md') ? withoutCode(text) : text;
    const all = wordsOf(prose);
    // Hardly a page says one of them, and then its lines are looked through.
    const words = tradeWords.filter(
      ({ was, except }) => all.search(was) >= 0 && !isExcepted(path, except),
    );
    if (words.length === 0) return;
    let at = 0;
    for (const line of prose.split('\n')) {
      for (const { was, instead } of words) {
        for (const { 0: word } of wordsOf(line).matchAll(was)) {
          yield { at, what: `says \`${shorten(word)}\`: the word for it is ${instead}` };
        }
      }
      at += line.length + 1;
    }
  },
};

/** The rule itself, and the test that plants what it must find. */
function saysThemAll(path: string): boolean {
  return /^test\/tidy\/(?:trade-words|planted)\.ts$/.test(path);
}

/** `giveBack` is two words. */
export function wordsOf(line: string): string {
  return line.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ');
}

/** The words of such a page stand where it is written from. */
function isDerived(text: string): boolean {
  return text.startsWith('<!-- Written by tools/');
}

/** Commands, tables and names of tests are quoted as they are. */
function withoutCode(page: string): string {
  const quoted = /^```[\s\S]*?^```$|`[^`\n]*`|“[^”]*”|\]\([^)]*\)/gm;
  return page.replaceAll(quoted, (text) => text.replaceAll(/[^\n]/g, ' '));
}
