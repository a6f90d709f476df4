import { useMutation } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import type { Captcha } from './captcha'
import { identity } from './queries'
import { useEnter } from './use-enter'

const NO_PASSKEYS = 'This browser knows no passkeys. Sign in another way.'
const NONE_USED = 'No passkey was used. Try again, or sign in another way.'

type PasskeyWay = {
  next: string | undefined
  captcha: Captcha
}

/** Signs in with a passkey at a press: whoever has it and unlocks it needs nothing else, neither a name nor a second factor. */
export function usePasskey({ next, captcha }: PasskeyWay) {
  const enter = useEnter()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      if (!('PublicKeyCredential' in window)) return NO_PASSKEYS
      const { askPasskey } = await import('./ask-passkey')
      const { challengeId, options } = await identity.passkeys.startSignIn.call({ ...captcha.proof })
      const authentication = await askPasskey(options)
      if (authentication === undefined) return NONE_USED
      return identity.passkeys.signIn.call({ challengeId, authentication, next })
    },
    onMutate: () => notify.dismiss(),
    onSuccess: (outcome) => (typeof outcome === 'string' ? notify.error(outcome) : enter(outcome)),
    onError: (error) => notify.error(errorMessage(error)),
    onSettled: captcha.renew,
  })
  const ask = () => (captcha.fault === undefined ? mutate() : notify.error(captcha.fault))
  return { ask, isAsking: isPending }
}
