/** Where names are claimed for a new business, in the transaction that makes it. */
export const onboarding: Readonly<Record<string, string>> = {
  'src/parties/businesses/create-business.ts':
    'claims the username, the external id, the number and the key of a new business, below its parent',
  'src/parties/businesses/assign-number.ts':
    'claims the mobile number that was bought for a business',
  'src/parties/businesses/external-keys.ts': 'claims a key at its first use, which its owner chose',
};
