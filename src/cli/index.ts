import { Refusal } from '../base/refusal.ts';
import { ConfigFault } from '../base/setting.ts';
import { readConfig } from '../config.ts';
import { DatabaseFault } from '../database/database-fault.ts';
import { VaultError } from '../vault/vault-error.ts';
import { achEntries } from './ach/entries.ts';
import { achFile } from './ach/file.ts';
import { achFiles } from './ach/files.ts';
import { achRates } from './ach/rates.ts';
import { achRead } from './ach/read.ts';
import { achRejectFile } from './ach/reject-file.ts';
import { achRepresent } from './ach/represent.ts';
import { achReturn } from './ach/return.ts';
import { achReturns } from './ach/returns.ts';
import { achSend } from './ach/send.ts';
import { applicationList } from './application/list.ts';
import {
  applicationAnswer,
  applicationApprove,
  applicationDecline,
  applicationEscalate,
  applicationRequest,
  applicationWithdraw,
} from './application/review.ts';
import { applicationShow } from './application/show.ts';
import { applicationSubmit } from './application/submit.ts';
import { auditList } from './audit/list.ts';
import { auditVerify } from './audit/verify.ts';
import { batchClose } from './batch/close.ts';
import { batchList } from './batch/list.ts';
import { batchShow } from './batch/show.ts';
import { businessActivate } from './business/activate.ts';
import { businessResume, businessSuspend } from './business/change.ts';
import { businessClose } from './business/close.ts';
import { businessCreate } from './business/create.ts';
import { businessLimits } from './business/limits.ts';
import { businessList } from './business/list.ts';
import { businessPayouts } from './business/payouts.ts';
import { businessRevokeKey } from './business/revoke-key.ts';
import { businessRotateKey } from './business/rotate-key.ts';
import { businessSecretsInUrl } from './business/secrets-in-url.ts';
import { businessShow } from './business/show.ts';
import { businessTerms } from './business/terms.ts';
import { businessTypeList } from './business-type/list.ts';
import { businessTypeSet } from './business-type/set.ts';
import { clockAdvance } from './clock/advance.ts';
import { clockReset } from './clock/reset.ts';
import { clockShow } from './clock/show.ts';
import { type Command, FileFault, OperatorFault, print, UsageFault } from './command.ts';
import { showConfig } from './config.ts';
import { consentSet } from './consent/set.ts';
import { consentShow } from './consent/show.ts';
import { databaseRestored } from './database/restored.ts';
import { inboxList } from './inbox/list.ts';
import { inboxShow } from './inbox/show.ts';
import { inboxWrite } from './inbox/write.ts';
import { leadList } from './lead/list.ts';
import { leadShow } from './lead/show.ts';
import { leadFormClose } from './lead-form/close.ts';
import { leadFormCreate } from './lead-form/create.ts';
import { leadFormList } from './lead-form/list.ts';
import { leadFormShow } from './lead-form/show.ts';
import { ledgerBalance } from './ledger/balance.ts';
import { ledgerList } from './ledger/list.ts';
import { ledgerVerify } from './ledger/verify.ts';
import { mailList } from './mail/list.ts';
import { messageCancel } from './message/cancel.ts';
import { messageList } from './message/list.ts';
import { messageSend } from './message/send.ts';
import { messageShow } from './message/show.ts';
import { runMigrations } from './migrate.ts';
import { nearest } from './nearest.ts';
import { payLinkAddress } from './pay-link/address.ts';
import { payLinkList } from './pay-link/list.ts';
import { payLinkRevoke } from './pay-link/revoke.ts';
import { paymentCapture, paymentRefund, paymentVoid } from './payment/follow-up.ts';
import { paymentList } from './payment/list.ts';
import { paymentShow } from './payment/show.ts';
import { planList } from './plan/list.ts';
import { planSet } from './plan/set.ts';
import { questionConfirm, questionPropose, questionReject } from './question/decide.ts';
import { questionList } from './question/list.ts';
import { questionShow } from './question/show.ts';
import { reconcile } from './reconcile.ts';
import { simulate } from './simulate.ts';
import { all, serveOnly, workOnly } from './start.ts';
import {
  subscriptionCancel,
  subscriptionChange,
  subscriptionPause,
  subscriptionResume,
  subscriptionToken,
} from './subscription/change.ts';
import { subscriptionCreate } from './subscription/create.ts';
import { subscriptionList } from './subscription/list.ts';
import { subscriptionShow } from './subscription/show.ts';
import { vaultMakeKeys } from './vault-make-keys.ts';
import { vaultRotate } from './vault-rotate.ts';
import { webhooksEnable } from './webhooks/enable.ts';
import { webhooksList } from './webhooks/list.ts';
import { webhooksListen } from './webhooks/listen.ts';
import { webhooksLog } from './webhooks/log.ts';
import { webhooksReplay } from './webhooks/replay.ts';
import { webhooksRotateSecret, webhooksSecret } from './webhooks/secret.ts';
import { webhooksRemove, webhooksSet } from './webhooks/set.ts';
import { webhooksShow } from './webhooks/show.ts';

/** Every command, by its words. */
export const commands: Readonly<Record<string, Command>> = {
  all,
  serve: serveOnly,
  work: workOnly,
  migrate: runMigrations,
  config: showConfig,
  reconcile,
  simulate,
  'business list': businessList,
  'business show': businessShow,
  'business create': businessCreate,
  'business activate': businessActivate,
  'business suspend': businessSuspend,
  'business resume': businessResume,
  'business close': businessClose,
  'business rotate-key': businessRotateKey,
  'business revoke-key': businessRevokeKey,
  'business limits': businessLimits,
  'business secrets-in-url': businessSecretsInUrl,
  'business terms': businessTerms,
  'business payouts': businessPayouts,
  'business-type list': businessTypeList,
  'business-type set': businessTypeSet,
  'application list': applicationList,
  'application show': applicationShow,
  'application submit': applicationSubmit,
  'application approve': applicationApprove,
  'application request': applicationRequest,
  'application decline': applicationDecline,
  'application withdraw': applicationWithdraw,
  'application answer': applicationAnswer,
  'application escalate': applicationEscalate,
  'payment list': paymentList,
  'payment show': paymentShow,
  'payment capture': paymentCapture,
  'payment void': paymentVoid,
  'payment refund': paymentRefund,
  'pay-link list': payLinkList,
  'pay-link address': payLinkAddress,
  'pay-link revoke': payLinkRevoke,
  'message list': messageList,
  'message show': messageShow,
  'message send': messageSend,
  'message cancel': messageCancel,
  'mail list': mailList,
  'consent show': consentShow,
  'consent set': consentSet,
  'inbox list': inboxList,
  'inbox show': inboxShow,
  'inbox write': inboxWrite,
  'plan list': planList,
  'plan set': planSet,
  'subscription list': subscriptionList,
  'subscription show': subscriptionShow,
  'subscription create': subscriptionCreate,
  'subscription pause': subscriptionPause,
  'subscription resume': subscriptionResume,
  'subscription cancel': subscriptionCancel,
  'subscription change': subscriptionChange,
  'subscription token': subscriptionToken,
  'question list': questionList,
  'question show': questionShow,
  'question propose': questionPropose,
  'question confirm': questionConfirm,
  'question reject': questionReject,
  'clock show': clockShow,
  'clock advance': clockAdvance,
  'clock reset': clockReset,
  'ach files': achFiles,
  'ach file': achFile,
  'ach entries': achEntries,
  'ach send': achSend,
  'ach reject-file': achRejectFile,
  'ach returns': achReturns,
  'ach return': achReturn,
  'ach rates': achRates,
  'ach represent': achRepresent,
  'ach read': achRead,
  'batch list': batchList,
  'batch show': batchShow,
  'batch close': batchClose,
  'webhooks listen': webhooksListen,
  'webhooks list': webhooksList,
  'webhooks log': webhooksLog,
  'webhooks show': webhooksShow,
  'webhooks replay': webhooksReplay,
  'webhooks set': webhooksSet,
  'webhooks remove': webhooksRemove,
  'webhooks enable': webhooksEnable,
  'webhooks secret': webhooksSecret,
  'webhooks rotate-secret': webhooksRotateSecret,
  'lead-form create': leadFormCreate,
  'lead-form list': leadFormList,
  'lead-form show': leadFormShow,
  'lead-form close': leadFormClose,
  'lead list': leadList,
  'lead show': leadShow,
  'ledger balance': ledgerBalance,
  'ledger list': ledgerList,
  'ledger verify': ledgerVerify,
  'audit verify': auditVerify,
  'audit list': auditList,
  'database restored': databaseRestored,
  'vault make-keys': vaultMakeKeys,
  'vault rotate': vaultRotate,
};

/** Runs what the command line asks for; returns the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  const words = args.length === 0 ? ['all'] : args;
  if (words[0] === 'help' || words.some(asksForHelp)) {
    const about = words.filter((word, i) => !asksForHelp(word) && !(i === 0 && word === 'help'));
    print(helpAbout(about));
    return 0;
  }
  const name = commandNamed(words);
  if (name === undefined) throw unknown(words);
  const rest = words.slice(name.split(' ').length);
  const command = commands[name]!;
  if (rest.length > 0 && !command.usage) throw new UsageFault(`${name} takes no further words`);
  try {
    return (await command.run(readConfig(), rest)) ?? 0;
  } catch (error) {
    if (!(error instanceof UsageFault)) throw error;
    throw new UsageFault(`${name}: ${error.message}\nusage: quittance ${name} ${command.usage}`);
  }
}

function commandNamed(words: readonly string[]): string | undefined {
  return [2, 1]
    .map((count) => words.slice(0, count).join(' '))
    .find((one) => Object.hasOwn(commands, one));
}

function asksForHelp(word: string): boolean {
  return word === '--help' || word === '-h';
}

/** Faults that an operator can put right are told in a sentence; others with all there is. */
export function explain(error: unknown): string {
  const isPlain =
    error instanceof OperatorFault ||
    error instanceof DatabaseFault ||
    error instanceof ConfigFault ||
    error instanceof VaultError ||
    error instanceof Refusal;
  return isPlain ? error.message : String((error as Error)?.stack ?? error);
}

export function exitCodeOf(error: unknown): number {
  return error instanceof UsageFault || error instanceof FileFault ? 2 : 1;
}

/** Names what there is of that family, or what may have been meant. */
function unknown([first = '', second = '']: readonly string[]): UsageFault {
  const all = Object.keys(commands);
  const family = familyOf(first);
  if (family.length > 0) {
    const given = `${first} ${second}`.trim();
    return new UsageFault(`there is no command "${given}". There are: ${family.join(', ')}`);
  }
  const near = new Set([...nearest(`${first} ${second}`.trim(), all), ...nearest(first, all)]);
  const meant = near.size > 0 ? ` Did you mean: ${[...near].join(', ')}?` : '';
  return new UsageFault(`there is no command "${first}".${meant} quittance help names all`);
}

function familyOf(first: string): string[] {
  return Object.keys(commands).filter((name) => name.startsWith(`${first} `));
}

/** One command, or all of that name: `business`. */
function helpAbout(words: readonly string[]): string {
  const name = commandNamed(words);
  if (name !== undefined) return describe(name);
  const family = familyOf(words[0] ?? '');
  return family.length > 0 ? family.map(describe).join('\n') : help();
}

export function help(): string {
  const lines = Object.keys(commands).map(describe);
  return `quittance <command>\n\n${lines.join('\n')}\n\nSettings come from the environment: quittance config`;
}

function describe(name: string): string {
  const { usage, doc } = commands[name]!;
  return `  ${usage ? `${name} ${usage}` : name}\n      ${doc}`;
}
