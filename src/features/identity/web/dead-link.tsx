import { useMutation } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { LinkButton } from '~/design/link-button'
import { notify } from '~/design/toast'
import { formatShortDay } from '~/lib/time'
import { errorMessage } from '~/platform/rpc/errors'
import { OutcomeTitle } from './outcome-title'
import { identity } from './queries'

type DeadLinkProps = {
  purpose: 'verify_email' | 'recover'
  token: string
  /** Both null when no such link was ever sent. */
  email: string | null
  sentAt: string | null
}

/** A link that was used, or came too late: says so, and offers a new one to whoever holds the old. */
export function DeadLink({ purpose, token, email, sentAt }: DeadLinkProps) {
  const onError = (error: Error) => notify.error(errorMessage(error))
  const resend = useMutation(identity.resendVerification.mutationOptions({ onError }))
  const recover = useMutation(identity.requestPasswordReset.mutationOptions({ onError }))
  const life = purpose === 'recover' ? 'an hour' : '24 hours'

  if (resend.isSuccess || recover.isSuccess) {
    return (
      <div>
        <OutcomeTitle>A new link is on its way</OutcomeTitle>
        <p className="m2">
          To {email}. It works once and for {life}.
        </p>
      </div>
    )
  }
  if (email === null || sentAt === null) {
    return (
      <>
        <div>
          <h1 className="t1">This link leads nowhere</h1>
          <p className="m2">
            Perhaps a part of it is missing. Copy it whole from our mail, or ask for a new one.
          </p>
        </div>
        {purpose === 'recover' ? (
          <LinkButton to="/auth/forgot" variant="primary" size="lg" full>
            Ask for a new link
          </LinkButton>
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
        <h1 className="t1">This link has expired</h1>
        <p className="m2">
          {/* The day in UTC, so that server and browser print the same. */}
          Links in our mails work once and for {life}. This one is from {formatShortDay(sentAt, 'UTC')}.
        </p>
      </div>
      <div className="stack">
        <Button
          variant="primary"
          size="lg"
          full
          busy={(resend.isPending || recover.isPending) && 'Sending'}
          onClick={() => (purpose === 'recover' ? recover.mutate({ email }) : resend.mutate({ token }))}
        >
          Send a new link
        </Button>
        <p className="small m3">To {email}. The old one stays dead.</p>
      </div>
    </>
  )
}
