import { useMutation } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { notify } from '~/design/toast'
import { errorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { identity, type Me } from './queries'
import { SignedInAs } from './signed-in-as'
import { useRefreshMe } from './use-after-sign-in'

type SetupClaimProps = {
  token: string
  me: Me
  /** Called if the site has got its first admin meanwhile, or if the URL is not the printed one. */
  onOver: () => void
}

export function SetupClaim({ token, me, onOver }: SetupClaimProps) {
  const refresh = useRefreshMe()
  const claim = useMutation(
    identity.setup.claim.mutationOptions({
      onSuccess: async ({ landingPath }) => {
        notify.success('You are now the admin of this site.')
        await refresh(landingPath)
      },
      onError: (error) => {
        notify.error(errorMessage(error))
        if (hasErrorCode(error, 'HAS_ADMIN') || hasErrorCode(error, 'NOT_FOUND')) onOver()
      },
    }),
  )
  return (
    <>
      <div>
        <h1 className="title-1">Set up this site</h1>
        <p className="muted">This site has no admin yet. This address makes you the admin, and works once.</p>
      </div>
      <Button
        variant="primary"
        size="lg"
        full
        busy={claim.isPending && 'Opening'}
        onClick={() => claim.mutate({ token })}
      >
        Make {me.fullName} the admin
      </Button>
      <SignedInAs me={me} />
    </>
  )
}
