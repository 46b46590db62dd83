export { Death, mortal } from '../mortal.ts';
