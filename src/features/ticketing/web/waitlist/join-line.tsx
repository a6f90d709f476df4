import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
import { LinkButton } from '~/design/link-button'
import { Stepper } from '~/design/stepper'
import { notify } from '~/design/toast'
import { errorMessage, hasCode } from '~/platform/rpc/errors'
import { MOST_PER_TYPE } from '../../rules/selection'
import { ordinal } from '../../rules/waitlist-words'
import { EmailNeeded } from '../email-needed'
import { ticketing } from '../queries'
import { standingQuery } from './waitlist-queries'

export interface JoinLineProps {
  eventId: string
  ticketTypeId: string
  ticketTypeName: string
  isSignedIn: boolean
  /** Leads to /auth and back. */
  onSignIn: () => void
}

/** Under a type that is sold out: the way into its line, or one's place in it. Nothing where nobody can wait. */
export function JoinLine(props: JoinLineProps) {
  const { eventId, ticketTypeId, ticketTypeName, isSignedIn, onSignIn } = props
  const { data } = useQuery(standingQuery(eventId))
  const standing = data?.types.find((type) => type.ticketTypeId === ticketTypeId)
  if (standing === undefined) return null
  const { yours, line, canJoin, isAllHeld } = standing
  if (yours !== null)
    return (
      <LinkButton variant="outline" size="sm" to="/waitlist" className="tt-line">
        {yours.orderId === null
          ? `${ordinal(yours.position ?? line)} in line of ${line}`
          : 'Tickets are held for you'}
      </LinkButton>
    )
  if (!canJoin) return null
  return (
    <>
      {isAllHeld && (
        <p className="small m2 tt-line">
          The last ones are in somebody’s checkout and may come back in a few minutes.
        </p>
      )}
      {isSignedIn ? (
        <JoinDialog eventId={eventId} ticketTypeId={ticketTypeId} name={ticketTypeName} line={line} />
      ) : (
        <Button variant="outline" size="sm" className="tt-line" onClick={onSignIn}>
          Join the waitlist
        </Button>
      )}
    </>
  )
}

function JoinDialog(props: { eventId: string; ticketTypeId: string; name: string; line: number }) {
  const { eventId, ticketTypeId, name, line } = props
  const queryClient = useQueryClient()
  const [isOpen, setIsOpen] = useState(false)
  const [quantity, setQuantity] = useState(1)
  const button = useRef<HTMLButtonElement>(null)
  const join = useMutation({
    ...ticketing.waitlist.join.mutationOptions(),
    onSuccess: ({ position }) => {
      setIsOpen(false)
      notify.success(position === null ? 'You are in line.' : `You are ${ordinal(position)} in line.`)
    },
    onError: (error) => {
      if (!hasCode(error, 'EMAIL_NEEDED')) notify.error(errorMessage(error), { about: ticketTypeId })
    },
    onSettled: () => queryClient.invalidateQueries(standingQuery(eventId)),
  })
  return (
    <Dialog
      title={`Wait for ${name}`}
      description="When a ticket comes back, whoever waits longest has 30 minutes to take it. No charge until you say yes."
      open={isOpen}
      onOpenChange={setIsOpen}
      startAt={button}
      trigger={
        <Button variant="outline" size="sm" className="tt-line">
          Join the waitlist
        </Button>
      }
      actions={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button
            ref={button}
            variant="primary"
            busy={join.isPending ? 'Joining' : false}
            onClick={() => join.mutate({ ticketTypeId, quantity })}
          >
            Join the waitlist
          </Button>
        </>
      }
    >
      <div className="row between">
        <span className="b">How many</span>
        <Stepper
          label="How many tickets"
          value={quantity}
          onValueChange={(next) => setQuantity(Math.max(1, next))}
          max={MOST_PER_TYPE}
        />
      </div>
      <p className="small m2">
        {line === 0
          ? 'Nobody waits yet: you would be next.'
          : `${line} ${line === 1 ? 'person waits' : 'people wait'} before you.`}
      </p>
      {hasCode(join.error, 'EMAIL_NEEDED') && <EmailNeeded />}
    </Dialog>
  )
}
