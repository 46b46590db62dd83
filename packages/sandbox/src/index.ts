export { type Arrived, type Keep, sandboxMails, sandboxTexts } from './carriers.ts';
export {
  type AuthorizeNetDouble,
  type AuthorizeNetDoubleOptions,
  openAuthorizeNetDouble,
} from './gateways/authorize-net/double.ts';
export {
  type ElavonDouble,
  type ElavonDoubleOptions,
  openElavonDouble,
} from './gateways/elavon/double.ts';
export {
  type HelcimDouble,
  type HelcimDoubleOptions,
  openHelcimDouble,
} from './gateways/helcim/double.ts';
export { type NmiDouble, type NmiDoubleOptions, openNmiDouble } from './gateways/nmi/double.ts';
export {
  openStripeDouble,
  type StripeDouble,
  type StripeDoubleOptions,
} from './gateways/stripe/double.ts';
export { httpSimulator } from './http/http-simulator.ts';
export { openBank } from './http/open-bank.ts';
export { isAnswerTo } from './odfi/answers.ts';
export { withSimulatedOdfi } from './odfi/mailbox.ts';
export { chargeBehaviours, followUpBehaviours } from './processor/behaviours.ts';
export { memoryBook } from './processor/book.ts';
export { readBook } from './processor/book-view.ts';
export { fileBook } from './processor/file-book.ts';
export { batchBehaviours } from './processor/script.ts';
export { appendBook } from './processor/shared-file.ts';
export { simulator } from './processor/simulator.ts';
export { testCards } from './processor/test-cards.ts';
export { type ScriptedBank, withScripts } from './processor/with-scripts.ts';
