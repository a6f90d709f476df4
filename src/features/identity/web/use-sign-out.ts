import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { SIGNED_OUT } from '../rules/sentences'
import { becomePerson, identity } from './queries'

/** N-03: ends the session, forgets everything that was read in it, and goes to the landing. */
export function useSignOut(): { signOut: () => void; isSigningOut: boolean } {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { mutate, isPending } = useMutation(
    identity.signOut.mutationOptions({
      onSuccess: async () => {
        await becomePerson(queryClient, null)
        notify.success(SIGNED_OUT)
        await router.navigate({ to: '/' })
        await router.invalidate()
      },
      onError: (error) => notify.error(errorMessage(error)),
    }),
  )
  return { signOut: () => mutate(undefined), isSigningOut: isPending }
}
