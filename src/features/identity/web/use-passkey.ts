import { useMutation } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import type { Captcha } from './captcha'
import { identity } from './queries'
import { signInWithPasskey } from './sign-in-with-passkey'
import { useAfterSignIn } from './use-after-sign-in'
import { useErrorToast } from './use-error-toast'

const NO_PASSKEYS = 'This browser doesn’t support passkeys. Sign in another way.'
const NONE_USED = 'No passkey was used. Try again, or sign in another way.'

type PasskeySignInOptions = {
  next: string | undefined
  captcha: Captcha
}

/** Signs in with a passkey, which replaces email, password and two-step verification. */
export function usePasskey({ next, captcha }: PasskeySignInOptions) {
  const enter = useAfterSignIn()
  const showError = useErrorToast()
  const { mutate, isPending } = useMutation({
    // By this key, the live updates see that this tab itself is signing in.
    mutationKey: identity.passkeys.signIn.mutationKey(),
    mutationFn: async () => {
      if (!('PublicKeyCredential' in window)) return NO_PASSKEYS
      const outcome = await signInWithPasskey({ next, proof: captcha.proof, enter })
      return outcome === 'none' ? NONE_USED : undefined
    },
    onMutate: () => notify.dismiss(),
    onSuccess: (message) => message !== undefined && showError(message),
    onError: (error) => showError(getErrorMessage(error)),
    onSettled: captcha.renew,
  })
  const request = () => (captcha.problem === undefined ? mutate() : showError(captcha.problem))
  return { request, isRequesting: isPending }
}
