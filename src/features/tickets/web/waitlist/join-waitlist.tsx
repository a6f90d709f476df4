import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogActions } from '~/design/dialog'
import { LinkButton } from '~/design/link-button'
import { Stepper } from '~/design/stepper'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import { WAITLIST_HOLD_MINUTES } from '~/features/notifications/rules/waitlist-hold'
import { MAX_PER_TYPE } from '~/features/orders/rules/selection'
import { formatOrdinal } from '../../rules/format-waitlist'
import { EmailNeeded, VerifyEmailLink } from '~/design/email-required'
import { EMAIL_NEEDED } from '~/features/orders/rules/error-messages'
import { ticketsClient } from '../queries'
import {
  readActionForSignIn,
  storeActionForSignIn,
  useActionAfterSignIn,
} from '~/design/action-after-sign-in'
import { waitlistStatusQuery } from './waitlist-queries'

export interface JoinWaitlistProps {
  eventId: string
  ticketTypeId: string
  ticketTypeName: string
  isSignedIn: boolean
  /** Whether the caller's email still has to be verified. Waitlists require that, because offers are emailed. */
  mustVerify: boolean
  onSignIn: () => void
}

/** Lets the caller join the waitlist of a sold-out type, or shows their place. Empty when it cannot be joined. */
export function JoinWaitlist(props: JoinWaitlistProps) {
  const { eventId, ticketTypeId } = props
  const { data } = useQuery(waitlistStatusQuery(eventId))
  const status = data?.types.find((type) => type.ticketTypeId === ticketTypeId)
  if (status === undefined) return null
  const { ownPlace: yours, waiting: line, canJoin, isAllHeld } = status
  if (yours !== null)
    return (
      <LinkButton variant="outline" size="sm" to="/waitlist">
        {yours.orderId === null
          ? `${formatOrdinal(yours.position ?? line)} of ${line} on the waitlist`
          : 'Tickets are held for you'}
      </LinkButton>
    )
  if (!canJoin) return null
  return (
    <>
      {isAllHeld && (
        <p className="small muted">
          The last tickets are in other people’s checkouts and may come back in a few minutes.
        </p>
      )}
      <JoinDialog {...props} waitingCount={line} />
    </>
  )
}

function JoinDialog(props: JoinWaitlistProps & { waitingCount: number }) {
  const {
    eventId,
    ticketTypeId,
    ticketTypeName: name,
    waitingCount: line,
    isSignedIn,
    mustVerify,
    onSignIn,
  } = props
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [quantity, setQuantity] = useState(1)
  const button = useRef<HTMLButtonElement>(null)
  const join = useMutation({
    ...ticketsClient.waitlist.join.mutationOptions(),
    onSuccess: ({ position }) => {
      setIsOpen(false)
      notify.success(
        position === null ? 'You’re on the waitlist.' : `You’re ${formatOrdinal(position)} on the waitlist.`,
      )
    },
    onError: (error) => {
      if (hasErrorCode(error, 'EMAIL_NEEDED')) setIsOpen(true)
      else notify.error(getErrorMessage(error), { about: ticketTypeId })
    },
    onSettled: () => queryClient.invalidateQueries(waitlistStatusQuery(eventId)),
  })
  const intentKey = `wait for ${ticketTypeId}`
  const [hasIntent, setHasIntent] = useState(() => readActionForSignIn(intentKey) !== undefined)
  useActionAfterSignIn(intentKey, isSignedIn && !mustVerify, (wanted) => {
    const requestedQuantity = Number(wanted)
    setQuantity(requestedQuantity)
    join.mutate({ ticketTypeId, quantity: requestedQuantity })
  })
  const submit = () => {
    if (isSignedIn && !mustVerify) return join.mutate({ ticketTypeId, quantity })
    setIsOpen(false)
    storeActionForSignIn(intentKey, String(quantity))
    setHasIntent(true)
    if (!isSignedIn) onSignIn()
  }
  return (
    <>
      {isSignedIn && mustVerify && hasIntent && (
        <output className="small">
          Verify your email with the link that we sent you. You join the waitlist as soon as it’s done.{' '}
          <VerifyEmailLink />
        </output>
      )}
      <Dialog
        title={`Join the waitlist for ${name}`}
        description={`When a ticket becomes available, the person who has waited longest has ${WAITLIST_HOLD_MINUTES} minutes to buy it. Joining is free.`}
        open={isOpen}
        onOpenChange={setIsOpen}
        startAt={button}
        trigger={
          <Button variant="outline" size="sm">
            Join the waitlist
          </Button>
        }
        actions={
          <DialogActions>
            <Button ref={button} variant="primary" busy={join.isPending ? 'Joining' : false} onClick={submit}>
              Join the waitlist
            </Button>
          </DialogActions>
        }
      >
        <div className="row between">
          <span className="bold">How many</span>
          <Stepper
            label="How many tickets"
            value={quantity}
            onValueChange={(next) => setQuantity(Math.max(1, next))}
            max={MAX_PER_TYPE}
          />
        </div>
        <p className="small muted">
          {line === 0
            ? 'The waitlist is empty. You would be first.'
            : `${line} ${line === 1 ? 'person is' : 'people are'} ahead of you.`}
        </p>
        {hasErrorCode(join.error, 'EMAIL_NEEDED') && <EmailNeeded reason={EMAIL_NEEDED} />}
      </Dialog>
    </>
  )
}
