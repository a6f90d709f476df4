import { Fingerprint, KeyRound, Mail } from 'lucide-react'
import { Button } from '~/design/button'
import { hasCode, errorMessage } from '~/platform/rpc/errors'
import type { Captcha } from './captcha'
import { ProviderButtons } from './provider-buttons'
import { identity } from './queries'
import { useDeparture } from './use-departure'
import { usePasskey } from './use-passkey'
import type { Ways } from './way-queries'

type OtherWaysProps = {
  ways: Ways
  next: string | undefined
  captcha: Captcha
  /** To the screen that asks where a code is to go, and sends it. */
  onCode: () => void
  /** The address as it stands in the form, or undefined after saying what is wrong with it. */
  findEmail: () => string | undefined
  /** Said at the field of the address. */
  onEmailFault: (fault: string) => void
}

/** Everything but a password: passkey, code, the buttons of providers, and one's company. */
export function OtherWays(props: OtherWaysProps) {
  const { ways, next, captcha, onCode, findEmail, onEmailFault } = props
  const passkey = usePasskey({ next, captcha })
  const company = useDeparture(
    ({ email }: { name: 'sso'; email: string }) => identity.sso.start.call({ email, next, ...captcha.proof }),
    {
      onError: (error) => {
        const isUnknown = hasCode(error, 'SSO_UNKNOWN')
        if (isUnknown) onEmailFault(errorMessage(error))
        return isUnknown
      },
      onSettled: captcha.renew,
    },
  )
  const startCompany = () => {
    const email = findEmail()
    if (email !== undefined) company.depart({ name: 'sso', email })
  }
  return (
    <>
      <p className="au-or">or</p>
      <div className="au-ways">
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
            busy={company.leaving !== undefined && 'Leaving'}
            onClick={startCompany}
          >
            Use single sign-on
          </Button>
        )}
      </div>
    </>
  )
}
