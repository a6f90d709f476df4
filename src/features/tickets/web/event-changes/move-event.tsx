import { useState } from 'react'
import { ClockField, DateField } from '~/design/dressed-field'
import { FormDialog } from '~/design/form-dialog'
import { Segmented } from '~/design/segmented'
import { TextField } from '~/design/text-field'
import { useKeptDraft } from '~/design/use-kept-draft'
import { formatClock, formatDay, isoDay, zoneWords } from '~/lib/time'
import { fieldErrors } from '~/platform/rpc/errors'
import type { EventBookingChoice, NightImpact } from '../../contract-event-changes'
import { REFUND_DAYS, REFUND_DAYS_MOST } from '../../rules/event-change'
import { ticketsClient } from '../queries'
import { BookedDjs, useBookingChoices } from './booked-djs'
import type { ChangeProps } from './cancel-event'
import { ChangeFault } from './change-fault'
import { ImpactFigures } from './impact-figures'
import { useNightChange } from './use-event-change'
import { faultOfWords, WordsField } from './words-field'
import './event-change-dialog.css'

type Fields = Record<'words' | 'isOpen' | 'date' | 'startsAt' | 'doorsAt' | 'endsAt' | 'refundDays', string>

const saidOf = {
  moved: {
    does: 'Sales continue for the new date. Tickets stay valid.',
    done: 'The night is moved.',
    mails: 'Every ticket holder gets an email.',
    told: 'Everybody who holds a ticket is told.',
  },
  open: {
    does: 'Sales stop until you choose “Set the new date” in the menu. Tickets stay valid.',
    done: 'Night postponed.',
    mails: 'Every ticket holder gets an email.',
    told: 'Everybody who holds a ticket is told.',
  },
  date: {
    does: 'Sales start again immediately.',
    done: 'The date is set. Tickets sell again.',
    mails: 'Every ticket holder gets an email with the date.',
    told: undefined,
  },
} as const

/** Moves a night to its new date or takes it off sale while there is none, or gives a postponed one its date and sells again. */
export function MoveNight(props: ChangeProps & { change: 'postpone' | 'set_date' }) {
  const { eventId, title, impact, change: kind, onClose, onChanged, onStale } = props
  const blank = fieldsOf(impact, kind)
  const { draft = blank, keep, drop } = useKeptDraft(`night:${eventId}:${kind}`, blank)
  const set = (fields: Partial<Fields>) => keep((kept) => ({ ...blank, ...kept, ...fields }))
  const [isAsked, setIsAsked] = useState(false)
  const isPostponing = kind === 'postpone'
  const isOpen = isPostponing && draft.isOpen === 'yes'
  const said = saidOf[!isPostponing ? 'date' : isOpen ? 'open' : 'moved']
  const choices = useBookingChoices(impact.bookings, isOpen ? ['keep', 'cancel'] : ['ask', 'cancel', 'keep'])
  const isToldLater = impact.tellAt !== null
  const faults = isAsked ? faultsOf(draft, { isOpen, isPostponing }) : {}
  const change = useNightChange({
    run: () => send({ eventId, version: impact.version, ...choices.sent }, draft, { isOpen, isPostponing }),
    done: isToldLater || said.told === undefined ? said.done : `${said.done} ${said.told}`,
    onDone: () => {
      drop()
      onClose()
      onChanged?.()
    },
    onStale,
  })
  const errors: Record<string, string | undefined> = { ...fieldErrors(change.error), ...faults }
  return (
    <FormDialog
      title={title}
      description={isToldLater ? said.does : `${said.does} ${said.mails}`}
      keepLabel={isPostponing ? 'Keep the date' : 'Not yet'}
      actLabel={isPostponing ? 'Postpone' : 'Set the date'}
      busy={change.isPending && 'Saving'}
      staysWhileBusy
      onSubmit={() => {
        setIsAsked(true)
        if (Object.keys(faultsOf(draft, { isOpen, isPostponing })).length === 0) change.mutate(undefined)
      }}
      onClose={onClose}
    >
      {isPostponing && (
        <Segmented
          label="New date"
          full
          value={draft.isOpen === 'yes' ? 'yes' : 'no'}
          onValueChange={(next) => set({ isOpen: next })}
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
            value={draft.date}
            error={errors['date']}
            help={`So far ${formatDay(impact.startsAt, impact.timezone)}. Set times move along.`}
            onValueChange={(date) => set({ date })}
          />
          <div className="night-clocks">
            <ClockField
              label="Doors"
              value={draft.doorsAt}
              error={errors['clocks.doorsAt']}
              onValueChange={(doorsAt) => set({ doorsAt })}
            />
            <ClockField
              label="Starts"
              value={draft.startsAt}
              error={errors['clocks.startsAt']}
              onValueChange={(startsAt) => set({ startsAt })}
            />
            <ClockField
              label="Ends"
              value={draft.endsAt}
              error={errors['clocks.endsAt']}
              onValueChange={(endsAt) => set({ endsAt })}
            />
          </div>
          <p className="small m2">
            {zoneWords(impact.timezone)}. An end before the start is the morning after.
          </p>
        </>
      )}
      <TextField
        label="Return period (days)"
        inputMode="numeric"
        value={draft.refundDays}
        error={errors['refundDays']}
        help="Ticket holders can refund their tickets themselves, fee included, until the event starts."
        onChange={(event) => set({ refundDays: event.target.value })}
      />
      {isPostponing && (
        <WordsField value={draft.words} error={errors['words']} onValueChange={(words) => set({ words })} />
      )}
      <BookedDjs bookings={impact.bookings} choices={choices} />
      <ImpactFigures impact={impact} change={kind} />
      {impact.tellAt !== null && <ToldLater at={impact.tellAt} timezone={impact.timezone} />}
      <ChangeFault error={change.error} />
    </FormDialog>
  )
}

function ToldLater({ at, timezone }: { at: string; timezone: string }) {
  return (
    <p className="small m2">
      Ticket holders already got three emails about date changes within a day. The next one is sent on{' '}
      {formatDay(at, timezone)}, {formatClock(at, timezone)}, or earlier if the event starts before that. The
      event page shows the change immediately.
    </p>
  )
}

function fieldsOf(impact: NightImpact, kind: 'postpone' | 'set_date'): Fields {
  const clockOf = (at: string | null) => (at === null ? '' : formatClock(at, impact.timezone))
  return {
    words: '',
    isOpen: 'no',
    // A date that was named when the night was postponed is the one to be set.
    date: kind === 'set_date' && !impact.isDateOpen ? isoDay(impact.startsAt, impact.timezone) : '',
    startsAt: clockOf(impact.startsAt),
    doorsAt: clockOf(impact.doorsAt),
    endsAt: clockOf(impact.endsAt),
    refundDays: String(REFUND_DAYS),
  }
}

type NightSent = { eventId: string; version: number; bookings?: EventBookingChoice[] }
type Way = { isOpen: boolean; isPostponing: boolean }

function faultsOf(fields: Fields, { isOpen, isPostponing }: Way): Record<string, string> {
  const words = isPostponing ? faultOfWords(fields.words) : undefined
  const days = /^\d{1,2}$/u.test(fields.refundDays.trim()) ? Number(fields.refundDays) : Number.NaN
  return {
    ...(words === undefined ? {} : { words }),
    ...(!isOpen && fields.date === '' ? { date: 'Choose a day.' } : {}),
    ...(!isOpen && fields.startsAt === '' ? { 'clocks.startsAt': 'Enter a time such as 23:00.' } : {}),
    ...(days <= REFUND_DAYS_MOST ? {} : { refundDays: `Enter a number up to ${REFUND_DAYS_MOST}.` }),
  }
}

function send(night: NightSent, fields: Fields, { isOpen, isPostponing }: Way) {
  const { date } = fields
  const clocks = { startsAt: fields.startsAt, doorsAt: fields.doorsAt || null, endsAt: fields.endsAt || null }
  const refundDays = Number(fields.refundDays)
  if (!isPostponing) return ticketsClient.eventChanges.setDate.call({ ...night, date, clocks, refundDays })
  const words = fields.words.trim()
  return ticketsClient.eventChanges.postpone.call({
    ...night,
    words,
    refundDays,
    ...(isOpen ? {} : { date, clocks }),
  })
}
