import { Landmark, ShieldCheck } from 'lucide-react'
import { SettingRow } from '~/design/setting-row'
import { useSiteName } from '~/design/site-name'
import { PROVIDER_NAMES, type ProviderKind } from '../rules/requirement-text'
import { OpenProviderButton } from './open-provider-button'
import { useOpenProvider } from './use-open-provider'

/** Explains what is needed to connect a payout account, with the button that starts it. */
export function NotConnected({ provider }: { provider: ProviderKind }) {
  const siteName = useSiteName()
  const { open, isOpening } = useOpenProvider()
  return (
    <>
      <p className="muted">
        Connect a bank account to receive your fees and your share of ticket sales. Free events don’t need
        one.
      </p>
      <ul className="row-list">
        <SettingRow
          icon={Landmark}
          title="Payouts go to your bank account"
          detail="We send deposits when they’re paid, guaranteed fees a day after the set, and shares when the settlement is final. The provider then pays your bank account by its own schedule."
        />
        {provider === 'stripe' ? (
          <SettingRow
            icon={ShieldCheck}
            title="Stripe checks your identity"
            detail={`You need an ID, your address and your bank details. It takes about 5 minutes. ${siteName} doesn’t see your ID.`}
          />
        ) : (
          <SettingRow
            icon={ShieldCheck}
            title="The sandbox checks nothing"
            detail="It stands in for a payment provider: it asks for no data, and no money moves."
          />
        )}
      </ul>
      <div className="row wrap">
        <OpenProviderButton isOpening={isOpening} onOpen={open}>
          Connect bank account
        </OpenProviderButton>
        <span className="small faint">Opens {PROVIDER_NAMES[provider]}. You return here.</span>
      </div>
    </>
  )
}
