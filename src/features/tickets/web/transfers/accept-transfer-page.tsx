import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { classNames } from '~/design/class-names'
import { Button } from '~/design/button'
import { EmptyState } from '~/design/empty-state'
import { Flyer } from '~/design/flyer/flyer'
import { getTintClass } from '~/design/flyer/paper-stocks'
import { LinkButton } from '~/design/link-button'
import { notify } from '~/design/toast'
import { useZoneSuffix } from '~/design/use-reader-zone'
import { formatClock, formatDay } from '~/lib/time'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { EmailNeeded } from '~/design/email-required'
import { EMAIL_NEEDED } from '~/features/orders/rules/error-messages'
import { ticketsClient } from '../queries'
import { storeActionForSignIn, useActionAfterSignIn } from '~/design/action-after-sign-in'
import { transferQuery } from './transfer-queries'
import styles from './accept-transfer.module.css'

/** The page of a transfer link, with the ticket and a button to accept it. */
export function AcceptTransferPage(props: {
  token: string
  isSignedIn: boolean
  onSignIn: (tab: 'sign-in' | 'sign-up') => void
  onAccepted: (ticketId: string) => void
}) {
  const { token, isSignedIn, onSignIn, onAccepted } = props
  const { data: offered } = useSuspenseQuery(transferQuery(token))
  const queryClient = useQueryClient()
  const withZone = useZoneSuffix()
  const accept = useMutation({
    ...ticketsClient.transfers.accept.mutationOptions(),
    onSuccess: ({ ticketId }) => {
      notify.success('The ticket is yours.')
      onAccepted(ticketId)
    },
    onError: (error) => {
      if (hasErrorCode(error, 'EMAIL_NEEDED')) return
      notify.error(getErrorMessage(error), { about: token })
      void queryClient.invalidateQueries(transferQuery(token))
    },
  })
  useActionAfterSignIn(`take ${token}`, isSignedIn && !offered.isYours, () => accept.mutate({ token }))
  const { eventTitle, startsAt, timezone, recipient } = offered
  const tab = recipient?.hasAccount === false ? 'sign-up' : 'sign-in'
  const leave = () => {
    storeActionForSignIn(`take ${token}`, 'yes')
    onSignIn(tab)
  }
  const place = [offered.venueName, offered.location].filter(Boolean).join(', ')
  return (
    <main className={classNames('page-width', styles.page)} id="main">
      <div className={styles.flyer}>
        <Flyer title={eventTitle} imageUrl={offered.imageUrl} ratio={4 / 5} eager />
      </div>
      <div className={classNames('sheet', getTintClass(eventTitle), styles.offer)}>
        <div className="padded stack">
          <p className="bold small">{offered.fromName} wants to transfer a ticket to you</p>
          <h1 className="display">{eventTitle}</h1>
          <dl className="fact-list">
            <div>
              <dt>Date</dt>
              <dd>{formatDay(startsAt, timezone)}</dd>
            </div>
            <div>
              <dt>Time</dt>
              <dd>{withZone(formatClock(startsAt, timezone), startsAt, timezone)}</dd>
            </div>
            <div>
              <dt>Venue</dt>
              <dd>{place}</dd>
            </div>
            <div>
              <dt>Ticket</dt>
              <dd>{offered.ticketTypeName}</dd>
            </div>
          </dl>
          {offered.isYours ? (
            <p>You sent this link. The ticket is yours until the recipient accepts it.</p>
          ) : (
            <>
              {hasErrorCode(accept.error, 'EMAIL_NEEDED') && <EmailNeeded reason={EMAIL_NEEDED} />}
              <Button
                variant="primary"
                size="lg"
                full
                busy={accept.isPending ? 'Accepting' : false}
                onClick={() => (isSignedIn ? accept.mutate({ token }) : leave())}
              >
                {isSignedIn
                  ? 'Accept ticket'
                  : tab === 'sign-up'
                    ? 'Sign up to accept it'
                    : 'Sign in to accept it'}
              </Button>
              <p className={classNames('micro muted', styles.account)}>
                {isSignedIn
                  ? 'It gets a new QR code that only you have.'
                  : 'An account is free. You return to this page afterwards.'}
              </p>
            </>
          )}
        </div>
      </div>
    </main>
  )
}

/** Shown when the link was used or withdrawn, or never existed. */
export function TransferNotFound() {
  return (
    <main className="page-width" id="main">
      <EmptyState
        title="This ticket transfer is no longer available"
        isPageTitle
        action={<LinkButton to="/events">Browse Events</LinkButton>}
      >
        It was already accepted or canceled. Ask the sender for a new link.
      </EmptyState>
    </main>
  )
}
