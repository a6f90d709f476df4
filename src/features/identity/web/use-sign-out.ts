import { useMutation } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { SIGNED_OUT } from '../rules/sentences'
import { identity } from './queries'
import { useLeave } from './use-leave'

/** N-03: ends the session, forgets everything that was read in it, and goes to the landing. */
export function useSignOut(): { signOut: () => void; isSigningOut: boolean } {
  const leave = useLeave()
  const { mutate, isPending } = useMutation(
    identity.signOut.mutationOptions({
      onSuccess: () => leave(SIGNED_OUT),
      onError: (error) => notify.error(errorMessage(error)),
    }),
  )
  return { signOut: () => mutate(undefined), isSigningOut: isPending }
}
