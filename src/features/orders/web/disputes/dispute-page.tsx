import { ArrowLeft, Clock } from 'lucide-react'
import { type RefObject, useEffect, useRef } from 'react'
import { Badge } from '~/design/badge'
import { classNames } from '~/design/class-names'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import { AnchorButton } from '~/design/link-button'
import { Note } from '~/design/note'
import { BackAndHomeLinks } from '~/design/page-head'
import { formatMoney } from '~/lib/money'
import { formatShort, formatShortDay } from '~/lib/time'
import type { DisputeDetail } from '../../contract-disputes'
import { describeDecision, getBadge, getBuyer, getOutcome } from './describe-dispute'
import { DisputeHistory } from './dispute-history'
import { DisputeResponse } from './dispute-response'
import { EvidenceButton } from './evidence-dialog'
import { DisputeFacts, DisputeSheet } from './dispute-sheet'
import styles from './disputes.module.css'

/** The page of a payment that a buyer's bank wants back: what the organizer can do, or how the dispute ended. */
export function DisputePage({ dispute }: { dispute: DisputeDetail }) {
  const { event, amountCents, openedAt, isOwnEvent } = dispute
  const { label, tone } = getBadge(dispute)
  const heading = useFocusAfterResponse(dispute.canRespond)
  return (
    <div data-client-links>
      <BackAndHomeLinks home={false} className={styles.back}>
        <AnchorButton
          variant="ghost"
          size="sm"
          icon={ArrowLeft}
          href={isOwnEvent ? `/dashboard/events/${event.id}/analytics` : '/admin/payments'}
        >
          {isOwnEvent ? `Analytics of ${event.title}` : 'Payments'}
        </AnchorButton>
      </BackAndHomeLinks>
      <header className={classNames('row between wrap', styles.head)}>
        <div>
          <h1 className="title-1" tabIndex={-1} ref={heading}>
            Dispute over {formatMoney(amountCents, dispute.currency)}
          </h1>
          <p className="muted">
            {event.title} · opened {formatShortDay(openedAt, event.timezone)} by the bank of{' '}
            {getBuyer(dispute)}
          </p>
        </div>
        <Badge tone={tone}>{label}</Badge>
      </header>
      <DisputeBody dispute={dispute} />
    </div>
  )
}

/** Moves the focus to the heading when the pressed button disappears, unless it is somewhere else. */
function useFocusAfterResponse(canRespond: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(canRespond)
  useEffect(() => {
    if (before.current === canRespond) return undefined
    before.current = canRespond
    return focusIfFocusLost(() => heading.current)
  }, [canRespond])
  return heading
}

function DisputeBody({ dispute }: { dispute: DisputeDetail }) {
  if (dispute.canRespond) return <DisputeResponse dispute={dispute} />
  const isWaiting = dispute.status === 'open' || dispute.status === 'under_review'
  return isWaiting ? <WaitingDispute dispute={dispute} /> : <DecidedDispute dispute={dispute} />
}

/** Shows a dispute that waits for the bank. There is no sheet, because the organizer has nothing to decide. */
function WaitingDispute({ dispute }: { dispute: DisputeDetail }) {
  return (
    <div className={classNames(styles.main, styles.waiting)}>
      <WaitingNote dispute={dispute} />
      <HistoryAndEvidence dispute={dispute} />
      <section aria-labelledby="details">
        <h2 className={classNames('title-2', styles.title)} id="details">
          Details
        </h2>
        <DisputeFacts dispute={dispute} />
      </section>
    </div>
  )
}

function DecidedDispute({ dispute }: { dispute: DisputeDetail }) {
  return (
    <div className={styles.columns}>
      <div className={classNames(styles.main, styles.decided)}>
        <section aria-labelledby="decision">
          <h2 className={classNames('title-2', styles.title)} id="decision">
            Decision
          </h2>
          <p className="prose">{describeDecision(dispute)}</p>
        </section>
        <HistoryAndEvidence dispute={dispute} />
      </div>
      <DisputeSheet {...getOutcome(dispute)}>
        <DisputeFacts dispute={dispute} hasAmount />
      </DisputeSheet>
    </div>
  )
}

function HistoryAndEvidence({ dispute }: { dispute: DisputeDetail }) {
  return (
    <div className={styles.past}>
      <DisputeHistory dispute={dispute} />
      {dispute.response?.kind === 'evidence' && (
        <EvidenceButton dispute={dispute} note={dispute.response.note} label="View evidence" />
      )}
    </div>
  )
}

function WaitingNote({ dispute }: { dispute: DisputeDetail }) {
  const { dueBy, event, response, status } = dispute
  if (status === 'open')
    return (
      <Note icon={Clock}>
        <b className="bold">
          The deadline passed{dueBy !== null && ` on ${formatShort(dueBy, event.timezone)}`}.
        </b>{' '}
        The bank decides without your evidence. We’ll email you the decision.
      </Note>
    )
  return (
    <Note tone="blue" icon={Clock}>
      <b className="bold">
        Evidence submitted{response !== null && ` on ${formatShort(response.at, event.timezone)}`}.
      </b>{' '}
      You can’t change it now. We’ll email you the decision of the bank.
    </Note>
  )
}
