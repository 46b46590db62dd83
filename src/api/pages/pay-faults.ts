/** Messages by the name of the field. The page carries them for its script, which checks before anything is sent. */
export const payFaults = {
  'card-number': {
    missing: 'Enter the number of the card.',
    wrong: 'This is not a card number. Please check its digits.',
  },
  expiry: {
    missing: 'Enter the date when the card expires.',
    wrong: 'Write the expiry date as MM/YY, for example 09/31.',
    past: 'This card has expired. Please use another one.',
  },
  cvv: {
    missing: 'Enter the security code of the card.',
    wrong: 'The security code has 3 digits, on American Express 4.',
  },
  name: { missing: 'Enter the name on the card.' },
  'postal-code': {
    missing: 'Enter the ZIP or postal code of the card.',
    wrong: 'This is not a ZIP or postal code, such as 10001 or K1A 0B1.',
  },
  'account-name': { missing: 'Enter the name on the account.' },
  'routing-number': {
    missing: 'Enter the routing number of your bank.',
    wrong: 'This is not a routing number. Please check its digits.',
  },
  'account-number': { missing: 'Enter your account number.' },
  'account-number-again': {
    missing: 'Enter the same account number once more.',
    wrong: 'Enter the same account number once more.',
  },
  email: { wrong: 'Enter an e-mail address such as name@example.com.' },
  phone: { wrong: 'Enter a US mobile number with its area code: ten digits.' },
} as const;

/** No page contains card or account numbers, so a form that is shown again lacks them. */
export const typedAgain = {
  card: 'We do not send your card number and security code back to you: please type them again.',
  bank: 'We do not send your account numbers back to you: please type them again.',
} as const;
