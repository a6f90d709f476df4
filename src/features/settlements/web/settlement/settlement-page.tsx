import { useSuspenseQuery } from '@tanstack/react-query'
import { ArrowLeft, Lock, MessageSquareWarning, Radio } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Flyer } from '~/design/flyer/flyer'
import { focusIfFocusLost } from '~/design/focus-if-lost'
import { AnchorButton } from '~/design/link-button'
import { Note } from '~/design/note'
import { BackAndHomeLinks } from '~/design/page-head'
import { useNow } from '~/design/use-now'
import { formatBalance } from '~/lib/money'
import { pluralize } from '~/lib/pluralize'
import { formatClock, formatShort, formatShortDate } from '~/lib/time'
import type { Settlement } from '../../contract-settlement'
import { settlementQuery } from '../queries'
import { SettlementActions } from './settlement-actions'
import { describeResolution } from './settlement-texts'
import { SettlementSheet } from './settlement-sheet'
import { SheetFigures } from './sheet-figures'
import { Split } from './split'
import styles from './settlement.module.css'

const REFRESH_MS = 60_000
const WHILE_SENDING_MS = 15_000

type SettlementPageProps = {
  eventId: string
  ownId: string
  /** Renders the button that lets a DJ message the organizer. */
  contact?: (organizer: Settlement['organizer']) => ReactNode
}

/** The income of an event, each side's share, and whether each side accepts. Figures update while the page is open. */
export function SettlementPage({ eventId, ownId, contact }: SettlementPageProps) {
  const { data: settlement, dataUpdatedAt } = useSuspenseQuery({
    ...settlementQuery(eventId),
    refetchInterval: ({ state }) => getRefetchDelay(state.data),
    // Focusing the window doesn't refetch, so that screen readers announce changed figures at most once a minute.
    refetchOnWindowFocus: false,
  })
  const { event, side, organizer, state, sides } = settlement
  const ownAcceptance = sides.find(({ person }) => person.id === ownId)?.acceptedAt ?? null
  const heading = useFocusAfterAction(`${state} ${ownAcceptance ?? ''}`)
  return (
    <div data-client-links data-full-width>
      <BackAndHomeLinks home={false} className={styles.back}>
        <AnchorButton
          variant="ghost"
          size="sm"
          icon={ArrowLeft}
          href={side === 'organizer' ? '/dashboard/events' : '/dashboard/bookings'}
        >
          {side === 'organizer' ? 'My Events' : 'Bookings'}
        </AnchorButton>
      </BackAndHomeLinks>
      <header className={styles.head}>
        <Flyer title={event.title} imageUrl={event.imageUrl} className={styles.flyer} eager />
        <div className={styles.titles}>
          <h1 className="title-1" tabIndex={-1} ref={heading}>
            {event.title}
          </h1>
          <p className="muted">
            {[
              'Settlement',
              `${formatShortDate(event.startsAt, event.timezone)}, ${formatClock(event.startsAt, event.timezone)}`,
              event.location,
            ]
              .filter((part) => part !== '')
              .join(' · ')}
          </p>
        </div>
        {side === 'dj' && contact?.(organizer)}
      </header>
      <SettlementNotice settlement={settlement} />
      <div className={styles.columns}>
        <div>
          <SheetFigures settlement={settlement} ownId={ownId} />
          <Split settlement={settlement} />
        </div>
        <SettlementSheet
          settlement={settlement}
          ownId={ownId}
          updatedAt={dataUpdatedAt}
          actions={<SettlementActions settlement={settlement} ownId={ownId} />}
        />
      </div>
      <FigureAnnouncer settlement={settlement} />
    </div>
  )
}

function getRefetchDelay(settlement: Settlement | undefined): number | false {
  if (settlement === undefined || settlement.state === 'paid') return false
  return settlement.state === 'accepted' ? WHILE_SENDING_MS : REFRESH_MS
}

/**
 * Moves the focus to the heading when a decision removes the pressed button, unless the focus is already elsewhere.
 */
function useFocusAfterAction(decision: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef(decision)
  useEffect(() => {
    if (before.current === decision) return undefined
    before.current = decision
    return focusIfFocusLost(() => heading.current)
  }, [decision])
  return heading
}

/** Announces figures that changed while the page is open. */
function FigureAnnouncer({ settlement: { digest, netCents, event } }: { settlement: Settlement }) {
  const [first] = useState(digest)
  return (
    <p className="visually-hidden" aria-live="polite">
      {digest !== first && `Figures updated. Net is ${formatBalance(netCents, event.currency)}.`}
    </p>
  )
}

function SettlementNotice({ settlement }: { settlement: Settlement }) {
  const { state, closeReason } = settlement
  const now = useNow()
  if (state === 'running')
    return (
      <Note tone="blue" icon={Radio} className={styles.notice}>
        <RunningText settlement={settlement} now={now} />
      </Note>
    )
  if (state === 'questioned')
    return (
      <Note tone="orange" icon={MessageSquareWarning} className={styles.notice} aria-live="polite">
        <QuestionedText settlement={settlement} />
      </Note>
    )
  if (closeReason !== null)
    return (
      <Note icon={Lock} className={styles.notice}>
        <b className="bold">An admin closed this settlement.</b> {closeReason}
      </Note>
    )
  return null
}

function RunningText({ settlement, now }: { settlement: Settlement; now: number | undefined }) {
  const { event, readyAt } = settlement
  if (event.isDraft)
    return (
      <>
        <b className="bold">The event is a draft.</b> Its settlement is ready after the event, once tickets or
        bookings were paid.
      </>
    )
  const from = `about ${formatShort(readyAt, event.timezone)}`
  if (now !== undefined && now >= Date.parse(readyAt))
    return (
      <>
        <b className="bold">The last payments aren’t confirmed yet.</b> The settlement is ready when they are.
      </>
    )
  if (event.isCancelled)
    return (
      <>
        <b className="bold">The event was canceled.</b> Figures change while tickets are refunded. The
        settlement is ready {from}.
      </>
    )
  return (
    <>
      <b className="bold">
        {now !== undefined && now < Date.parse(event.startsAt)
          ? 'The event hasn’t started.'
          : 'The event is running.'}
      </b>{' '}
      Figures change with every sale and refund. The settlement is ready {from}, when sales have ended and the
      last payment is confirmed.
    </>
  )
}

function QuestionedText({ settlement: { questions, side } }: { settlement: Settlement }) {
  const open = questions.filter(({ resolution }) => resolution === null)
  const people = new Set(open.map(({ person }) => person?.name ?? 'A deleted account'))
  const [name] = people
  return (
    <>
      <b className="bold">
        {people.size === 1
          ? `${name} questions ${pluralize(open.length, 'figure')}.`
          : `${pluralize(open.length, 'figure')} are questioned.`}
      </b>{' '}
      {side === 'organizer'
        ? `Payouts wait until you resolve this. ${describeResolution(open)}`
        : 'Payouts wait until this is resolved.'}
    </>
  )
}
