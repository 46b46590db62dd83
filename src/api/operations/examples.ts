const payer = {
  FirstName: 'Ada',
  LastName: 'Park',
  Email: 'ada@example.com',
  MobilePhone: '2125550123',
};
const card = {
  CCNumber: '4242424242424242',
  ExpirationMonth: '12',
  ExpirationYear: '39',
  CVV: '123',
};

/** Bodies for the reference, where the required fields alone show too little. */
export const operationExamples: Readonly<Record<string, unknown>> = {
  CreatePayment: { ...payer, ...card, Amount: '12.50', OrderNumber: 'A-1' },
  CreateNewBusiness: {
    FirstName: 'Ada',
    LastName: 'Park',
    Email: 'ada@example.com',
    Phone: '2125550123',
    BusinessLegalName: 'Park Flowers LLC',
    URL: 'www.example.com',
    EIN: '121234567',
  },
  RetrievePayment: { OrderNumber: 'A-1' },
};
