import { ClockField, DateField } from '~/design/date-field'
import { FormDialog } from '~/design/form-dialog'
import { SegmentedControl } from '~/design/segmented-control'
import { TextField } from '~/design/text-field'
import { useStoredDraft } from '~/design/use-stored-draft'
import { findInstant } from '~/lib/local-clock'
import { formatClock, formatDay, formatIsoDay, formatZone } from '~/lib/time'
import { getFieldErrors } from '~/platform/rpc/errors'
import type { EventBookingChoice, EventImpact } from '../../contract-event-changes'
import {
  isMovedTooSoon,
  MAX_REFUND_DAYS,
  MIN_NOTICE_DAYS,
  REFUND_DAYS,
  TOO_SOON_MESSAGE,
} from '../../rules/event-change'
import { ticketsClient } from '../queries'
import { BookedDjs, useBookingChoices } from './booked-djs'
import type { ChangeProps } from './cancel-event'
import { ChangeError } from './change-error'
import { ImpactFigures } from './impact-figures'
import { useEventChange } from './use-event-change'
import { findStatusMessageProblem, StatusMessageField } from './status-message-field'
import styles from './event-changes.module.css'

type Fields = Record<
  'statusMessage' | 'isOpen' | 'date' | 'startsAt' | 'doorsAt' | 'endsAt' | 'refundDays',
  string
>

const moveTexts = {
  moved: {
    does: 'Sales continue for the new date. Tickets stay valid.',
    done: 'Event moved.',
    emails: 'Every ticket holder gets an email.',
    notified: 'Ticket holders will be notified.',
  },
  open: {
    does: 'Sales stop until you choose “Set the new date” in the menu. Tickets stay valid.',
    done: 'Event postponed.',
    emails: 'Every ticket holder gets an email.',
    notified: 'Ticket holders will be notified.',
  },
  date: {
    does: 'Sales start again immediately.',
    done: 'The date is set. Tickets are on sale again.',
    emails: 'Every ticket holder gets an email with the date.',
    notified: undefined,
  },
} as const

/** Moves an event to a new date, postpones it without one, or sets the date of a postponed event and resumes sales. */
export function MoveEvent(props: ChangeProps & { change: 'postpone' | 'set_date' }) {
  const { eventId, title, impact, change: kind, onClose, onChanged, onStale } = props
  const blank = toFields(impact, kind)
  const isPostponing = kind === 'postpone'
  const isToBeAnnounced = (fields: Fields) => isPostponing && fields.isOpen === 'yes'
  const storedDraft = useStoredDraft(`event-change:${eventId}:${kind}`, blank)
  const isOpen = isToBeAnnounced(storedDraft.draft ?? blank)
  const texts = moveTexts[!isPostponing ? 'date' : isOpen ? 'open' : 'moved']
  const choices = useBookingChoices(impact.bookings, isOpen ? ['keep', 'cancel'] : ['ask', 'cancel', 'keep'])
  const isNotifiedLater = impact.notifyAt !== null
  const form = useEventChange({
    blank,
    stored: storedDraft,
    check: (fields) => findProblems(fields, impact, { isOpen: isToBeAnnounced(fields), isPostponing }),
    send: (fields) =>
      sendDateChange({ eventId, version: impact.version, ...choices.sent }, fields, { isOpen, isPostponing }),
    findProblems: (error) =>
      Object.fromEntries(
        Object.entries(getFieldErrors(error)).map(([path, message]) => [
          path.replace('clocks.', ''),
          message,
        ]),
      ),
    done: isNotifiedLater || texts.notified === undefined ? texts.done : `${texts.done} ${texts.notified}`,
    onDone: () => {
      onClose()
      onChanged?.()
    },
    onStale,
  })
  return (
    <FormDialog
      title={title}
      description={isNotifiedLater ? texts.does : `${texts.does} ${texts.emails}`}
      dismissLabel={isPostponing ? 'Keep date' : 'Cancel'}
      actionLabel={isPostponing ? 'Postpone event' : 'Set the date'}
      busy={form.isSending && 'Saving'}
      staysWhileBusy
      onSubmit={form.submit}
      onClose={onClose}
    >
      {isPostponing && (
        <SegmentedControl
          label="New date"
          full
          value={isOpen ? 'yes' : 'no'}
          onValueChange={(next) => form.set({ isOpen: next })}
          options={[
            { value: 'no', label: 'New date' },
            { value: 'yes', label: 'To be announced' },
          ]}
        />
      )}
      {!isOpen && (
        <>
          <DateField
            label="Day"
            help={`Currently ${formatDay(impact.startsAt, impact.timezone)}. DJs’ set times move by the same amount.`}
            {...form.field('date')}
          />
          <div className={styles.clocks}>
            <ClockField label="Doors" {...form.field('doorsAt')} />
            <ClockField label="Starts" {...form.field('startsAt')} />
            <ClockField label="Ends" {...form.field('endsAt')} />
          </div>
          <p className="small muted">
            {formatZone(impact.timezone)}. An end before the start means the next morning.
          </p>
        </>
      )}
      <TextField
        label="Return period (days)"
        inputMode="numeric"
        help={`Ticket holders can refund their tickets themselves, fee included, until the event starts. An earlier date gives them at least ${MIN_NOTICE_DAYS} days.`}
        {...form.text('refundDays')}
      />
      {isPostponing && <StatusMessageField {...form.text('statusMessage')} />}
      <BookedDjs bookings={impact.bookings} choices={choices} />
      <ImpactFigures impact={impact} change={kind} />
      {impact.notifyAt !== null && <NotifiedLaterNote at={impact.notifyAt} timezone={impact.timezone} />}
      <ChangeError error={form.error} />
    </FormDialog>
  )
}

function NotifiedLaterNote({ at, timezone }: { at: string; timezone: string }) {
  return (
    <p className="small muted">
      Ticket holders already got three emails about date changes within a day. The next one is sent on{' '}
      {formatDay(at, timezone)}, {formatClock(at, timezone)}, or earlier if the event starts before that. The
      event page shows the change immediately.
    </p>
  )
}

function toFields(impact: EventImpact, kind: 'postpone' | 'set_date'): Fields {
  const formatTime = (at: string | null) => (at === null ? '' : formatClock(at, impact.timezone))
  return {
    statusMessage: '',
    isOpen: 'no',
    // Defaults to the date that was named when the event was postponed.
    date: kind === 'set_date' && !impact.isDateOpen ? formatIsoDay(impact.startsAt, impact.timezone) : '',
    startsAt: formatTime(impact.startsAt),
    doorsAt: formatTime(impact.doorsAt),
    endsAt: formatTime(impact.endsAt),
    refundDays: String(REFUND_DAYS),
  }
}

type EventVersion = { eventId: string; version: number; bookings?: EventBookingChoice[] }
type MoveMode = { isOpen: boolean; isPostponing: boolean }

function findProblems(
  fields: Fields,
  impact: EventImpact,
  { isOpen, isPostponing }: MoveMode,
): Record<string, string> {
  const problem = isPostponing ? findStatusMessageProblem(fields.statusMessage) : undefined
  const days = /^\d{1,2}$/u.test(fields.refundDays.trim()) ? Number(fields.refundDays) : Number.NaN
  return {
    ...(problem === undefined ? {} : { statusMessage: problem }),
    ...(!isOpen && fields.date === '' ? { date: 'Choose a day.' } : {}),
    ...(!isOpen && isTooSoon(fields, impact) ? { date: TOO_SOON_MESSAGE } : {}),
    ...(!isOpen && fields.startsAt === '' ? { startsAt: 'Enter a time such as 23:00.' } : {}),
    ...(days <= MAX_REFUND_DAYS ? {} : { refundDays: `Enter a number up to ${MAX_REFUND_DAYS}.` }),
  }
}

function isTooSoon({ date, startsAt }: Fields, impact: EventImpact): boolean {
  const to = findInstant(date, startsAt, impact.timezone)
  if (to === undefined || impact.tickets === 0) return false
  const now = new Date()
  // Allows a date in the past here, because the server has an error of its own for it.
  return new Date(to) > now && isMovedTooSoon({ from: new Date(impact.startsAt), to: new Date(to) }, now)
}

function sendDateChange(event: EventVersion, fields: Fields, { isOpen, isPostponing }: MoveMode) {
  const { date } = fields
  const clocks = { startsAt: fields.startsAt, doorsAt: fields.doorsAt || null, endsAt: fields.endsAt || null }
  const refundDays = Number(fields.refundDays)
  if (!isPostponing) return ticketsClient.eventChanges.setDate.call({ ...event, date, clocks, refundDays })
  const message = fields.statusMessage.trim()
  return ticketsClient.eventChanges.postpone.call({
    ...event,
    statusMessage: message,
    refundDays,
    ...(isOpen ? {} : { date, clocks }),
  })
}
