import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { SIGNED_OUT } from '../rules/messages'
import { identity, replaceSignedInPerson } from './queries'

/** N-03: ends the session, clears all its data, and goes to the landing page. */
export function useSignOut(): { signOut: () => void; isSigningOut: boolean } {
  const leave = useFinishSignOut()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation(
    identity.signOut.mutationOptions({
      // Pending reads are canceled, because they could fail after the session has ended and show errors.
      onMutate: () => queryClient.cancelQueries(),
      onSuccess: () => leave(SIGNED_OUT),
      onError: (error) => {
        notify.error(getErrorMessage(error))
        void queryClient.invalidateQueries()
      },
    }),
  )
  return { signOut: () => mutate(undefined), isSigningOut: isPending }
}

/**
 * Returns a function to call after the session ended: it clears all data, shows a message and goes to the landing page.
 */
export function useFinishSignOut(): (message: string) => Promise<void> {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (message) => {
    await replaceSignedInPerson(queryClient, null)
    notify.success(message)
    await router.navigate({ to: '/' })
    await router.invalidate()
  }
}
