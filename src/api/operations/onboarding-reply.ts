import type { ApplicationState } from '../../parties/applications/application.ts';
import type { Duplicate } from '../../parties/businesses/new-business.ts';
import type { Onboarded } from './onboarding.ts';
import type { Reply } from './operation.ts';

/** The shape of Data, for documents. */
export const onboardingData = {
  type: 'object',
  required: ['SalesSiteID', 'Username', 'UserName'],
  properties: {
    MobileNumber: {
      type: ['string', 'null'],
      description: 'The phone number that the business texts from; null until there is one.',
    },
    SalesSiteID: {
      type: 'integer',
      description: 'The business: the one made, or the one that has this ExternalID already.',
    },
    APIKey: {
      type: 'string',
      description: 'API key of the business, shown this once. Only where a business was made.',
    },
    Username: { type: 'string', description: 'Username of the business; goes with its API key.' },
    UserName: { type: 'string', description: 'The same as Username.' },
  },
};

export const onboardingAnswers = {
  200: 'The business was made, or had been made by the same request before.',
  409: 'There is a business with this ExternalID already. Data names it; none was made.',
};

export function onboardingReply(onboarded: Onboarded | Duplicate): Reply {
  if ('duplicateOf' in onboarded) return duplicateReply(onboarded);
  const { business, apiKey, mobileNumber, application } = onboarded;
  const data = {
    MobileNumber: mobileNumber ?? null,
    SalesSiteID: Number(business.id),
    APIKey: apiKey,
    ...names(business),
  };
  const message = application ? messages[application.state] : notAsked;
  return { status: 200, body: { IsSuccess: true, Message: message, Data: data } };
}

/** One shape for all operations of Service.asmx: the universal envelope. */
export function onboardingServiceReply(onboarded: Onboarded | Duplicate): Reply {
  const { status, body } = onboardingReply(onboarded);
  const more = 'duplicateOf' in onboarded ? {} : applicationData(onboarded);
  return {
    status,
    body: { ...body, Data: { ...body.Data, ...more }, OrderNumber: null, SMSID: null },
  };
}

function applicationData({ business, application }: Onboarded) {
  return application
    ? { ApplicationID: String(application.id), Status: application.state }
    : { ApplicationID: null, Status: business.state };
}

function duplicateReply({ duplicateOf }: Duplicate): Reply {
  const data = { SalesSiteID: Number(duplicateOf.id), ...names(duplicateOf) };
  return { status: 409, body: { IsSuccess: false, Message: duplicate, Data: data } };
}

/** Callers were given both spellings. */
function names({ username }: { username: string }) {
  return { Username: username, UserName: username };
}

const duplicate = 'There is a business with this ExternalID already, so none was created.';
const notAsked = 'Business created; its account manager can activate payments.';
const inReview = 'Business created; its application to take payments is being reviewed.';
const active = 'Business created; it can take payments.';
const ended = 'Business created; its application to take payments has ended.';

const messages: Readonly<Record<ApplicationState, string>> = {
  draft: inReview,
  submitted: inReview,
  screening: inReview,
  in_review: inReview,
  enhanced_review: inReview,
  needs_information: 'Business created; its application to take payments needs more information.',
  approved: 'Business created; its application to take payments was approved.',
  provisioning: 'Business created; its application to take payments was approved.',
  active,
  declined: 'Business created; its application to take payments was declined.',
  withdrawn: ended,
  expired: ended,
};
