import { useQuery } from '@tanstack/react-query';
import type { BusinessTerms } from '../../../clients/typescript/src/index.ts';
import { useHere } from '../data/business.tsx';
import { money, zoneName } from '../data/format.ts';
import { BrandingSettings } from '../parts/branding-settings.tsx';
import { ProfileSettings } from '../parts/profile-settings.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Bones, Card, Facts, Fault } from '../parts/show.tsx';
import { TermsSettings } from '../parts/terms-settings.tsx';
import { bankTransfers } from '../words/bank-transfers.ts';
import { common } from '../words/common.ts';
import { t } from '../words/language.ts';
import { operator } from '../words/operator.ts';
import { places as titles } from '../words/places.ts';
import { settings as words } from '../words/settings.ts';

/** The profile of the business, and its terms, which only an operator changes. */
export default function Settings() {
  const { business, client, may } = useHere();
  const one = useQuery({
    queryKey: [business.id, 'businesses', business.id, 'settings'],
    queryFn: () => client.businesses.retrieve(business.id),
    // An object that is equal to the former one would keep the version that was answered with that.
    structuralSharing: false,
  });
  const terms = useQuery({
    queryKey: [business.id, 'businesses', business.id, 'terms to change'],
    queryFn: () => client.businesses.retrieveTerms(business.id),
    structuralSharing: false,
  });
  const branding = useQuery({
    queryKey: [business.id, 'businesses', business.id, 'branding'],
    queryFn: () => client.businesses.retrieveBranding(business.id),
    structuralSharing: false,
  });
  const error = one.error ?? terms.error ?? branding.error;
  const retry = () => {
    void one.refetch();
    void terms.refetch();
    void branding.refetch();
  };
  return (
    <Sheet title={t(titles.settings)}>
      {one.data && terms.data && branding.data ? (
        <div className="pad narrow">
          {may('administer') && (
            <ProfileSettings one={one.data} onReload={() => void one.refetch()} />
          )}
          {may('administer') && (
            <BrandingSettings one={branding.data} onReload={() => void branding.refetch()} />
          )}
          {may('operate') && (
            <TermsSettings
              businessId={business.id}
              terms={terms.data}
              onReload={() => void terms.refetch()}
            />
          )}
          <OtherTerms terms={terms.data} isWhole={!may('operate')} />
        </div>
      ) : error ? (
        <div className="pad">
          <Fault error={error} retry={retry} />
        </div>
      ) : (
        <Bones />
      )}
    </Sheet>
  );
}

/** Facts that cannot be changed here. */
function OtherTerms({ terms, isWhole }: { terms: BusinessTerms; isWhole: boolean }) {
  const { business } = useHere();
  const yes = (isSo: boolean) => t(isSo ? common.yes : common.no);
  const cardFee = `${terms.cardFeeBps / 100} % + ${money(terms.cardFeeCents, business.currency)}`;
  return (
    <Card title={t(isWhole ? words.terms : common.details)}>
      <div className="in form stack">
        {isWhole && <p className="soft">{t(words.termsRead)}</p>}
        <Facts
          facts={[
            isWhole && [t(operator.cardFee), cardFee],
            isWhole && [t(operator.achFee), money(terms.achFeeCents, 'USD')],
            isWhole && [t(operator.returnFee), money(terms.returnFeeCents, 'USD')],
            isWhole && [t(operator.holdDays), String(terms.holdDays)],
            isWhole && [t(words.represents), yes(terms.represents)],
            isWhole && [t(words.sameDay), yes(terms.sameDay)],
            isWhole && [t(words.prenotes), yes(terms.prenotes)],
            isWhole && [t(words.partialApprovals), yes(terms.partialApprovals)],
            isWhole && [t(words.voidsWrongCode), yes(terms.voidsWrongCode)],
            isWhole && [t(words.voidsWrongAddress), yes(terms.voidsWrongAddress)],
            isWhole && [t(words.payerCancels), yes(terms.payerCancels)],
            isWhole && [t(words.repeatMinutes), String(terms.repeatMinutes)],
            [t(operator.cutoff), terms.batchCutoff],
            [t(words.retryDays), terms.retryDays.join(', ')],
            [t(operator.validation), t(bankTransfers[terms.accountValidation])],
            [t(operator.timeZone), zoneName(business.timeZone)],
            [t(common.currency), business.currency],
          ]}
        />
      </div>
    </Card>
  );
}
