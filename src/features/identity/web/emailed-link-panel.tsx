import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { AnchorButton, LinkButton } from '~/design/link-button'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { OutcomeTitle } from './outcome-title'
import { identity, type Me, meQuery } from './queries'
import { useEnter } from './use-enter'
import styles from './auth-page.module.css'

/** The addresses of an email change; `from` is null if the old one is unverified. */
type Change = { from: string | null; to: string }

/** Confirmation before a link takes effect, because some email programs open links automatically. */
const questions = {
  magiclink: {
    title: 'Is this you?',
    lead: (email: string) => `Come in as ${email}. The link works once.`,
    button: 'Sign In',
    busy: 'Signing in',
  },
  invite: {
    title: 'You’re on the list',
    lead: (email: string) => `The house opened an account for ${email}. Come in and make it yours.`,
    button: 'Come in',
    busy: 'Coming in',
  },
  email_change: {
    title: 'A change of address',
    lead: (email: string, change: Change | null) =>
      change !== null
        ? `${change.from === null ? `An account here would be reached at ${change.to}.` : `The account of ${change.from} would be reached at ${change.to} instead.`} If it was you who asked for that, say so.`
        : `Someone who is signed in here wants to change an address, and ${email} has a say. If it was you, say so.`,
    button: 'Let it change',
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
  /** The link became invalid while the page was open. */
  onDead: () => void
}

/** Confirmation of a valid emailed link, and its result. */
export function EmailedLinkPanel({ type, token, email, change, me, next, onDead }: EmailedLinkPanelProps) {
  const queryClient = useQueryClient()
  const enter = useEnter()
  const open = useMutation(
    identity.codes.open.mutationOptions({
      onSuccess: async (opened) => {
        if (opened.outcome === 'signed_in') await enter(opened)
        else queryClient.setQueryData(meQuery().queryKey, opened.me)
      },
      onError: (error) => {
        notify.error(errorMessage(error))
        if (hasCode(error, 'LINK_DEAD')) onDead()
      },
    }),
  )
  const { title, lead, button, busy } = questions[type]
  const outcome = open.data?.outcome

  if (outcome === 'half_changed')
    return (
      <>
        <div>
          <OutcomeTitle>One more yes</OutcomeTitle>
          <p className={classNames('muted', styles.lead)}>
            We wrote to {open.data?.email} as well. The address changes as soon as it says yes, too.
          </p>
        </div>
        <Onward me={me} />
      </>
    )
  if (outcome === 'email_changed')
    return (
      <>
        <div>
          <OutcomeTitle>Address changed</OutcomeTitle>
          <p className={classNames('muted', styles.lead)}>From now on you are {open.data?.email} here.</p>
        </div>
        <Onward me={me} />
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
            This signs {me.fullName} out in this browser.
          </p>
        )}
      </div>
    </>
  )
}

function Onward({ me }: { me: Me | null }) {
  const look = { variant: 'primary', size: 'lg', full: true } as const
  return me === null ? (
    <LinkButton to="/auth" search={{ tab: 'sign-in' }} {...look}>
      Sign In
    </LinkButton>
  ) : (
    <AnchorButton href={me.homePath} {...look}>
      Go on
    </AnchorButton>
  )
}
