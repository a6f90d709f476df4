import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { AnchorButton, LinkButton } from '~/design/link-button'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { OutcomeTitle } from './outcome-title'
import { identity, type Me, meQuery } from './queries'
import { useAfterSignIn } from './use-after-sign-in'
import styles from './auth-page.module.css'

/** The addresses of an email change; `from` is null if the old one is unverified. */
type Change = { from: string | null; to: string }

/**
 * Questions that the person confirms before a link takes effect, because some email programs open links
 * automatically.
 */
const questions = {
  magiclink: {
    title: 'Is this you?',
    lead: (email: string) => `Sign in as ${email}. The link works once.`,
    button: 'Sign In',
    busy: 'Signing in',
  },
  invite: {
    title: 'You’re on the list',
    lead: (email: string) => `We created an account for ${email}. Accept the invitation to use it.`,
    button: 'Accept invitation',
    busy: 'Accepting',
  },
  email_change: {
    title: 'Confirm your email change',
    lead: (email: string, change: Change | null) =>
      change !== null
        ? `${change.from === null ? `An account on this site will use the address ${change.to}.` : `The account with ${change.from} will use ${change.to} instead.`} If you requested this, confirm it.`
        : `Someone requested a change of an account’s email address, and ${email} must confirm it. If it was you, confirm the change.`,
    button: 'Confirm change',
    busy: 'Confirming',
  },
} as const

type EmailedLinkPanelProps = {
  type: keyof typeof questions
  token: string
  email: string
  change: Change | null
  me: Me | null
  next: string | undefined
  /** Called when the link has become invalid while the page was open. */
  onInvalid: () => void
}

/** Asks for confirmation of a valid emailed link, and shows the result. */
export function EmailedLinkPanel({ type, token, email, change, me, next, onInvalid }: EmailedLinkPanelProps) {
  const queryClient = useQueryClient()
  const enter = useAfterSignIn()
  const open = useMutation(
    identity.codes.open.mutationOptions({
      onSuccess: async (opened) => {
        if (opened.outcome === 'signed_in') await enter(opened)
        else queryClient.setQueryData(meQuery().queryKey, opened.me)
      },
      onError: (error) => {
        notify.error(getErrorMessage(error))
        if (hasErrorCode(error, 'LINK_INVALID')) onInvalid()
      },
    }),
  )
  const { title, lead, button, busy } = questions[type]
  const outcome = open.data?.outcome

  if (outcome === 'half_confirmed')
    return (
      <>
        <div>
          <OutcomeTitle>Confirm your other email address too</OutcomeTitle>
          <p className={classNames('muted', styles.lead)}>
            We emailed {open.data?.email}, too. Your address changes once you confirm there.
          </p>
        </div>
        <ContinueButton me={me} />
      </>
    )
  if (outcome === 'email_changed')
    return (
      <>
        <div>
          <OutcomeTitle>Email address changed</OutcomeTitle>
          <p className={classNames('muted', styles.lead)}>Your email address is now {open.data?.email}.</p>
        </div>
        <ContinueButton me={me} />
      </>
    )
  const isAnother = me !== null && me.email !== email && type !== 'email_change'
  return (
    <>
      <div>
        <h1 className="title-1">{title}</h1>
        <p className={classNames('muted', styles.lead)}>{lead(email, change)}</p>
      </div>
      <div className="stack">
        <Button
          variant="primary"
          size="lg"
          full
          busy={(open.isPending || outcome === 'signed_in') && busy}
          onClick={() => open.mutate({ token, type, next })}
        >
          {button}
        </Button>
        {isAnother && (
          <p className={classNames('small faint', styles.lead)}>
            This will sign {me.fullName} out in this browser.
          </p>
        )}
      </div>
    </>
  )
}

function ContinueButton({ me }: { me: Me | null }) {
  const look = { variant: 'primary', size: 'lg', full: true } as const
  return me === null ? (
    <LinkButton to="/auth" search={{ tab: 'sign-in' }} {...look}>
      Sign In
    </LinkButton>
  ) : (
    <AnchorButton href={me.homePath} {...look}>
      Continue
    </AnchorButton>
  )
}
