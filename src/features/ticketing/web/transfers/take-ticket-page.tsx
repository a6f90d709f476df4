import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Button } from '~/design/button'
import { EmptyState } from '~/design/empty-state'
import { Flyer } from '~/design/flyer/flyer'
import { tintClass } from '~/design/flyer/stocks'
import { LinkButton } from '~/design/link-button'
import { notify } from '~/design/toast'
import { formatClock, formatDay } from '~/lib/time'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { EmailNeeded } from '../email-needed'
import { ticketing } from '../queries'
import { transferQuery } from './transfer-queries'
import './take-ticket.css'

/** What the link in a mail opens: a ticket that somebody passes on, and the button that makes it one's own. */
export function TakeTicketPage(props: {
  token: string
  isSignedIn: boolean
  onSignIn: () => void
  onTaken: (ticketId: string) => void
}) {
  const { token, isSignedIn, onSignIn, onTaken } = props
  const { data: offered } = useSuspenseQuery(transferQuery(token))
  const queryClient = useQueryClient()
  const accept = useMutation({
    ...ticketing.transfers.accept.mutationOptions(),
    onSuccess: ({ ticketId }) => {
      notify.success('The ticket is yours.')
      onTaken(ticketId)
    },
    onError: (error) => {
      if (hasCode(error, 'EMAIL_NEEDED')) return
      notify.error(errorMessage(error), { about: token })
      void queryClient.invalidateQueries(transferQuery(token))
    },
  })
  const { eventTitle, startsAt, timezone } = offered
  const place = [offered.venueName, offered.location].filter(Boolean).join(', ')
  return (
    <main className="wrap take" id="main">
      <div className="take-art">
        <Flyer title={eventTitle} imageUrl={offered.imageUrl} ratio={4 / 5} eager />
      </div>
      <div className={`sheet ${tintClass(eventTitle)} take-sheet`}>
        <div className="pad stack">
          <p className="b small">{offered.fromName} passes you a ticket</p>
          <h1 className="d2">{eventTitle}</h1>
          <dl className="dl">
            <div>
              <dt>Date</dt>
              <dd>{formatDay(startsAt, timezone)}</dd>
            </div>
            <div>
              <dt>Time</dt>
              <dd>{formatClock(startsAt, timezone)}</dd>
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
            <p>This is the link you sent. The ticket is yours until they take it.</p>
          ) : (
            <>
              {hasCode(accept.error, 'EMAIL_NEEDED') && <EmailNeeded />}
              <Button
                variant="primary"
                size="lg"
                full
                busy={accept.isPending ? 'Taking it' : false}
                onClick={() => (isSignedIn ? accept.mutate({ token }) : onSignIn())}
              >
                {isSignedIn ? 'Take the ticket' : 'Sign in to take it'}
              </Button>
              <p className="micro m2 take-note">
                {isSignedIn
                  ? 'It gets a new code that only you have.'
                  : 'An account is free. You come straight back here.'}
              </p>
            </>
          )}
        </div>
      </div>
    </main>
  )
}

/** The link was used, taken back, or never one. */
export function TransferGone() {
  return (
    <main className="wrap" id="main">
      <EmptyState
        title="This ticket is not on offer any more"
        isPageTitle
        action={<LinkButton to="/events">Browse Events</LinkButton>}
      >
        It was taken already, or taken back. Ask the person who sent you the link.
      </EmptyState>
    </main>
  )
}
