import { errorMessage, hasCode } from '~/platform/rpc/errors'
import type { Captcha } from './captcha'
import { identity } from './queries'
import { useDeparture } from './use-departure'

type CompanyWay = {
  next: string | undefined
  captcha: Captcha
  /** Said at the field of the address. */
  onEmailFault: (fault: string) => void
}

/** Single sign-on: whose it is goes by the domain of the address. */
export function useCompany({ next, captcha, onEmailFault }: CompanyWay) {
  const { depart, leaving } = useDeparture(
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
  return { start: (email: string) => depart({ name: 'sso', email }), isLeaving: leaving !== undefined }
}
