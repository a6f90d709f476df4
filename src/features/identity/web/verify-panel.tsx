import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from '~/design/button'
import { AnchorButton, LinkButton } from '~/design/link-button'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { OutcomeTitle } from './outcome-title'
import { identity, type Me, meQuery } from './queries'

type VerifyPanelProps = {
  token: string
  email: string
  isVerified: boolean
  me: Me | null
  onDead: () => void
}

/**
 * Confirms the address. For the person themselves, signed in, at once; for anybody else at the press of a button,
 * because mail programs open links too, and they must not confirm anything.
 */
export function VerifyPanel({ token, email, isVerified, me, onDead }: VerifyPanelProps) {
  const queryClient = useQueryClient()
  const verify = useMutation(
    identity.verifyEmail.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery().queryKey }),
      onError: (error) => {
        notify.error(errorMessage(error))
        if (hasCode(error, 'LINK_DEAD')) onDead()
      },
    }),
  )
  const isOwn = me?.email === email
  const { mutate, isIdle } = verify
  const isAutomatic = isOwn && !isVerified && isIdle
  useEffect(() => {
    if (isAutomatic) mutate({ token })
  }, [isAutomatic, mutate, token])

  if (isVerified || verify.isSuccess) {
    return (
      <>
        <div>
          <OutcomeTitle>Address confirmed</OutcomeTitle>
          <p className="m2">{email} is yours. The door is open.</p>
        </div>
        {me ? (
          <AnchorButton href={me.homePath} variant="primary" size="lg" full>
            Go on
          </AnchorButton>
        ) : (
          <LinkButton to="/auth" search={{ tab: 'sign-in' }} variant="primary" size="lg" full>
            Sign In
          </LinkButton>
        )}
      </>
    )
  }
  return (
    <>
      <div>
        <h1 className="t1">Is this you?</h1>
        <p className="m2">Someone signed up with {email}. If it was you, say so.</p>
      </div>
      <Button
        variant="primary"
        size="lg"
        full
        busy={(verify.isPending || isAutomatic) && 'Confirming'}
        onClick={() => mutate({ token })}
      >
        Confirm my address
      </Button>
    </>
  )
}
