import { useMutation, useQueryClient } from '@tanstack/react-query'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { SIGNED_OUT } from '../rules/sentences'
import { identity } from './queries'
import { useFinishSignOut } from './use-finish-sign-out'

/** N-03: ends the session, clears all its data, and goes to the landing page. */
export function useSignOut(): { signOut: () => void; isSigningOut: boolean } {
  const leave = useFinishSignOut()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation(
    identity.signOut.mutationOptions({
      // Pending reads are cancelled, because they could fail after the session has ended and show errors.
      onMutate: () => queryClient.cancelQueries(),
      onSuccess: () => leave(SIGNED_OUT),
      onError: (error) => {
        notify.error(errorMessage(error))
        void queryClient.invalidateQueries()
      },
    }),
  )
  return { signOut: () => mutate(undefined), isSigningOut: isPending }
}
