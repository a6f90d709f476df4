import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from '~/design/button'
import { AnchorButton, LinkButton } from '~/design/link-button'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { OutcomeTitle } from './outcome-title'
import { identity, type Me, meQuery } from './queries'
import { ResetForm } from './reset-form'

type VerifyPanelProps = {
  token: string
  email: string
  isVerified: boolean
  /** Whether a visitor, or a person in another account, opened the link. */
  needsPassword: boolean
  me: Me | null
  onInvalid: () => void
}

/**
 * Verifies the email: immediately for the signed-in owner, otherwise after a button is pressed, because email
 * programs open links, too. If the account is in use but not by this visitor, a new password is required: another
 * person may have created the account.
 */
export function VerifyPanel({ token, email, isVerified, needsPassword, me, onInvalid }: VerifyPanelProps) {
  const queryClient = useQueryClient()
  const verify = useMutation(
    identity.verifyEmail.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery().queryKey }),
      onError: (error) => {
        notify.error(getErrorMessage(error))
        if (hasErrorCode(error, 'LINK_INVALID')) onInvalid()
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
          <OutcomeTitle>Email address verified</OutcomeTitle>
          <p className="muted">{email} is verified.</p>
        </div>
        {me ? (
          <AnchorButton href={me.homePath} variant="primary" size="lg" full>
            Continue
          </AnchorButton>
        ) : (
          <LinkButton to="/auth" search={{ tab: 'sign-in' }} variant="primary" size="lg" full>
            Sign In
          </LinkButton>
        )}
      </>
    )
  }
  if (needsPassword && !isOwn) {
    return (
      <ResetForm token={token} email={email} onInvalid={onInvalid} title="Verify your email">
        <p className="muted">
          You aren’t signed in as {email} here. Choose a new password to make it yours: this ends every other
          session and removes the old password, passkeys and linked accounts.
        </p>
        <p className="muted">
          Did you sign up yourself?{' '}
          <Link to="/auth" search={{ tab: 'sign-in' }}>
            Sign in
          </Link>
          , then open the link again: nothing changes.
        </p>
      </ResetForm>
    )
  }
  return (
    <>
      <div>
        <h1 className="title-1">Is this you?</h1>
        <p className="muted">Someone signed up with {email}. If it was you, verify your address.</p>
      </div>
      <Button
        variant="primary"
        size="lg"
        full
        busy={(verify.isPending || isAutomatic) && 'Verifying'}
        onClick={() => mutate({ token })}
      >
        Verify my email address
      </Button>
    </>
  )
}
