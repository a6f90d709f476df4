import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AnchorButton, LinkButton } from '~/design/link-button'
import { Spinner } from '~/design/spinner'
import { getErrorMessage } from '~/platform/rpc/errors'
import { findLocalPath } from '../rules/home-path'
import { getProviderReturnMessage } from '../rules/provider-return-message'
import { OutcomeTitle } from './outcome-title'
import { identity, type Me } from './queries'
import { useAfterSignIn } from './use-after-sign-in'

type Next = string | undefined

/** Page after the return from a provider. It exchanges the code once and continues. */
export function ProviderReturn({ code, next }: { code: string; next: Next }) {
  const enter = useAfterSignIn()
  const { mutate, isIdle, error } = useMutation(
    identity.providers.finish.mutationOptions({ onSuccess: enter }),
  )
  useEffect(() => {
    if (isIdle) mutate({ code, next })
  }, [isIdle, mutate, code, next])
  if (error !== null) return <NotSignedIn sentence={getErrorMessage(error)} next={next} />
  return (
    <div>
      <h1 className="title-1">Signing you in</h1>
      <p className="muted row">
        <Spinner /> One moment
      </p>
    </div>
  )
}

type ReturnFailedProps = {
  code: string | undefined
  description: string | undefined
  me: Me | null
  next: Next
}

/** Shows the error in the URL that the provider returned to. For a signed-in person, it is about linking an account. */
export function ReturnFailed({ code, description, me, next }: ReturnFailedProps) {
  const sentence = getProviderReturnMessage(code, description)
  // A visitor whose email the provider hasn't verified can sign up here instead.
  if (me === null)
    return (
      <NotSignedIn
        sentence={sentence}
        next={next}
        offersSignUp={code === 'provider_email_needs_verification'}
      />
    )
  return (
    <>
      <div>
        <OutcomeTitle>Not linked</OutcomeTitle>
        <p className="muted">{sentence}</p>
      </div>
      <AnchorButton href={findLocalPath(next) ?? me.homePath} variant="primary" size="lg" full>
        Go back
      </AnchorButton>
    </>
  )
}

type NotSignedInProps = { sentence: string; next: Next; offersSignUp?: boolean }

function NotSignedIn({ sentence, next, offersSignUp = false }: NotSignedInProps) {
  return (
    <>
      <div>
        <OutcomeTitle>Not signed in</OutcomeTitle>
        <p className="muted">{sentence}</p>
      </div>
      <LinkButton to="/auth" search={{ tab: 'sign-in', next }} variant="primary" size="lg" full>
        Sign In
      </LinkButton>
      {offersSignUp && (
        <LinkButton to="/auth" search={{ tab: 'sign-up', next }} size="lg" full>
          Sign Up
        </LinkButton>
      )}
    </>
  )
}
