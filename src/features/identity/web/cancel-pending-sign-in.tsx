import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { getLandingPath } from '../rules/home-path'
import { replaceSignedInPerson, identity } from './queries'
import { useAfterSignIn } from './use-after-sign-in'

/**
 * Back button of two-step verification. It cancels the pending session, so that another person can sign in. If another
 * tab has completed the sign-in, nothing ends, and this tab continues, too.
 */
export function CancelPendingSignIn({ next }: { next: string | undefined }) {
  const queryClient = useQueryClient()
  const router = useRouter()
  const enter = useAfterSignIn()
  const leave = useMutation({
    mutationFn: async () => {
      await identity.leavePending.call()
      return identity.me.call()
    },
    onSuccess: async (me) => {
      if (me !== null) return enter({ me, landingPath: getLandingPath(me.roles, next) })
      await replaceSignedInPerson(queryClient, null)
      return router.navigate({ to: '/auth', search: { tab: 'sign-in', next }, replace: true })
    },
    onError: (error) => notify.error(getErrorMessage(error)),
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
