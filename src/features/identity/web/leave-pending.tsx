import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { becomePerson, identity } from './queries'

/** Back from the second factor: the half of a session ends, and somebody else may sign in. */
export function LeavePending({ next }: { next: string | undefined }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const leave = useMutation(
    identity.signOut.mutationOptions({
      onSuccess: async () => {
        await becomePerson(queryClient, null)
        await router.navigate({ to: '/auth', search: { tab: 'sign-in', next }, replace: true })
      },
      onError: (error) => notify.error(errorMessage(error)),
    }),
  )
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={ArrowLeft}
      busy={leave.isPending && 'Leaving'}
      onClick={() => leave.mutate(undefined)}
    >
      Back
    </Button>
  )
}
