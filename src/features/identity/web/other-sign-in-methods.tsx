import { Fingerprint, KeyRound, Mail } from 'lucide-react'
import { Button } from '~/design/button'
import type { Captcha } from './captcha'
import { ProviderButtons } from './provider-buttons'
import { usePasskey } from './use-passkey'
import type { SignInMethods } from './sign-in-queries'
import styles from './auth-page.module.css'

type OtherSignInMethodsProps = {
  methods: SignInMethods
  next: string | undefined
  captcha: Captcha
  /** Opens the screen that asks where to send a code. */
  onCode: () => void
  /** Starts single sign-on with the email in the form. */
  onCompany: () => void
  isLeavingToCompany: boolean
}

/** Sign-in methods besides the password: passkey, code, providers and single sign-on. */
export function OtherSignInMethods(props: OtherSignInMethodsProps) {
  const { methods, next, captcha, onCode, onCompany, isLeavingToCompany } = props
  const passkey = usePasskey({ next, captcha })
  return (
    <>
      <p className={styles.divider}>or</p>
      <div className={styles.methods}>
        <Button
          variant="outline"
          full
          icon={Fingerprint}
          busy={passkey.isRequesting && 'Asking'}
          onClick={passkey.request}
        >
          Passkey
        </Button>
        <Button variant="outline" full icon={Mail} onClick={onCode}>
          One-time code
        </Button>
        <ProviderButtons providers={methods.providers} next={next} />
        {methods.hasSso && (
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
