import { LinkButton } from '~/design/link-button'
import { HAS_ADMIN, SETUP_WRONG } from '../rules/sentences'

/** Shown if the setup URL doesn't work: the site already has an admin, or the URL is wrong. */
export function SetupUnavailable({
  state,
  isSignedIn,
}: {
  state: 'closed' | 'unknown'
  isSignedIn: boolean
}) {
  const isClosed = state === 'closed'
  return (
    <>
      <div>
        <h1 className="title-1">{isClosed ? 'Already set up' : 'Wrong address'}</h1>
        <p className="muted">{isClosed ? HAS_ADMIN : SETUP_WRONG}</p>
      </div>
      {isSignedIn ? (
        <LinkButton to="/" size="lg">
          Return to Home
        </LinkButton>
      ) : (
        <LinkButton to="/auth" search={{ tab: 'sign-in' }} size="lg">
          Sign In
        </LinkButton>
      )}
    </>
  )
}
