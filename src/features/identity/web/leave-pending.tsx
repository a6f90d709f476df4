import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { landingPathFor } from '../rules/home-path'
import { becomePerson, identity } from './queries'
import { useEnter } from './use-enter'

/**
 * Back from the second factor: the half of a session ends, and somebody else may sign in. In a tab that was left open while it was
 * shown in another one nothing ends, and the person goes on to where they are signed in.
 */
export function LeavePending({ next }: { next: string | undefined }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const enter = useEnter()
  const leave = useMutation({
    mutationFn: async () => {
      await identity.leavePending.call()
      return identity.me.call()
    },
    onSuccess: async (me) => {
      if (me !== null) return enter({ me, landingPath: landingPathFor(me.roles, next) })
      await becomePerson(queryClient, null)
      return router.navigate({ to: '/auth', search: { tab: 'sign-in', next }, replace: true })
    },
    onError: (error) => notify.error(errorMessage(error)),
  })
  return (
    <Button
      variant="ghost"
      size="sm"
      icon={ArrowLeft}
      busy={leave.isPending && 'Leaving'}
      onClick={() => leave.mutate()}
    >
      Back
    </Button>
  )
}
