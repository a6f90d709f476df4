import { Fingerprint, KeyRound, Mail } from 'lucide-react'
import { Button } from '~/design/button'
import type { Captcha } from './captcha'
import { ProviderButtons } from './provider-buttons'
import { usePasskey } from './use-passkey'
import type { Ways } from './way-queries'
import styles from './auth-page.module.css'

type OtherWaysProps = {
  ways: Ways
  next: string | undefined
  captcha: Captcha
  /** To the screen that asks where a code is to go, and sends it. */
  onCode: () => void
  /** To one's company, by the address in the form. */
  onCompany: () => void
  isLeavingToCompany: boolean
}

/** Everything but a password: passkey, code, the buttons of providers, and one's company. */
export function OtherWays(props: OtherWaysProps) {
  const { ways, next, captcha, onCode, onCompany, isLeavingToCompany } = props
  const passkey = usePasskey({ next, captcha })
  return (
    <>
      <p className={styles.divider}>or</p>
      <div className={styles.methods}>
        <Button
          variant="outline"
          full
          icon={Fingerprint}
          busy={passkey.isAsking && 'Asking'}
          onClick={passkey.ask}
        >
          Passkey
        </Button>
        <Button variant="outline" full icon={Mail} onClick={onCode}>
          One-time code
        </Button>
        <ProviderButtons providers={ways.providers} next={next} />
        {ways.hasSso && (
          <Button
            variant="ghost"
            full
            icon={KeyRound}
            busy={isLeavingToCompany && 'Leaving'}
            onClick={onCompany}
          >
            Use single sign-on
          </Button>
        )}
      </div>
    </>
  )
}
