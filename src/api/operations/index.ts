import { acquirerATokenUpdate } from './asmx/acquirer-a-token-update.ts';
import { batchCloseAcquirerB } from './asmx/batch-close-acquirer-b.ts';
import { checkPhoneType } from './asmx/check-phone-type.ts';
import { contactInsert } from './asmx/contact-insert.ts';
import { createCustomerSubscription } from './asmx/create-customer-subscription.ts';
import { createMerchantAccount } from './asmx/create-merchant-account.ts';
import { createMerchantAccountTest } from './asmx/create-merchant-account-test.ts';
import { createSmsReceipt } from './asmx/create-sms-receipt.ts';
import { externalApiResponse } from './asmx/external-api-response.ts';
import { getCustomerInformation } from './asmx/get-customer-information.ts';
import { getIndividualsForExternalApi } from './asmx/get-individuals-for-external-api.ts';
import { onboardNewBusiness } from './asmx/onboard-new-business.ts';
import { processRefundNoCc } from './asmx/process-refund-no-cc.ts';
import { processTokenPaymentTest } from './asmx/process-token-payment-test.ts';
import { searchCustomerAcquirerB } from './asmx/search-customer-acquirer-b.ts';
import { sendPaymentSms } from './asmx/send-payment-sms.ts';
import { smsProviderTest } from './asmx/sms-provider-test.ts';
import { updateCustomer } from './asmx/update-customer.ts';
import { createNewBusiness } from './create-new-business.ts';
import { createNewMerchantAccount } from './create-new-merchant-account.ts';
import { createPayment } from './create-payment.ts';
import { createToken } from './create-token.ts';
import type { DefaultOperation, Operation, ServiceOperation } from './operation.ts';
import { processAuthorization } from './process-authorization.ts';
import { retrievePayment } from './retrieve-payment.ts';

/** JSON under /api/Default. Adding an operation is adding its file and its line here. */
export const defaultOperations: readonly DefaultOperation[] = [
  createPayment,
  createToken,
  createNewBusiness,
  createNewMerchantAccount,
  processAuthorization,
  retrievePayment,
];

/** Service.asmx, in the order in which its description lists them. */
export const serviceOperations: readonly ServiceOperation[] = [
  getIndividualsForExternalApi,
  contactInsert,
  externalApiResponse,
  sendPaymentSms,
  createMerchantAccount,
  createMerchantAccountTest,
  updateCustomer,
  onboardNewBusiness,
  processTokenPaymentTest,
  createCustomerSubscription,
  acquirerATokenUpdate,
  processRefundNoCc,
  createSmsReceipt,
  getCustomerInformation,
  checkPhoneType,
  smsProviderTest,
  searchCustomerAcquirerB,
  batchCloseAcquirerB,
];

/** The table. */
export const operations: readonly Operation[] = [...defaultOperations, ...serviceOperations];
