import { ORPCError } from '@orpc/client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '~/design/button'
import { classNames } from '~/design/class-names'
import { Form } from '~/design/form'
import { Note } from '~/design/note'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { getFieldErrors } from '~/platform/rpc/errors'
import { type Problems, useForm } from '~/platform/rpc/use-form'
import type { BookingDetail } from '../../contract-shapes'
import { MESSAGE_MAX, RIDER_MAX } from '../../rules/booking-limits'
import { withEnd, withHours, withPlace } from '../../rules/set-times'
import { bookings, nearestFreeDaysQuery } from '../queries'
import { ClockField, DateField } from '~/design/date-field'
import { FreeDays } from '../terms/free-days'
import { SetStartField } from '../terms/set-start-field'
import { findSharesProblem } from './deal-draft'
import { DealFields } from './deal-fields'
import { describeClash } from './describe-clash'
import { findField, type OfferDraft, parseOffer, pickSetFields } from './counter-offer-draft'
import { useBookingAnswer } from './use-booking-answer'
import styles from './counter-offer.module.css'

type CounterOfferProps = {
  booking: BookingDetail
  /** The current terms in the format of the fields. */
  blank: OfferDraft
  draft: OfferDraft
  onChange: (change: (now: OfferDraft | undefined) => Partial<OfferDraft>) => void
  onSent: () => void
  onDiscard: () => void
}

export function CounterOffer({ booking, blank, draft, onChange, onSent, onDiscard }: CounterOfferProps) {
  const [freeDays, setFreeDays] = useState<string[]>()
  const { take, refuse } = useBookingAnswer()
  const set = pickSetFields(draft)
  const clash = describeClash(booking, draft.day)
  const djId = booking.dj?.id
  const nearest = useQuery({
    ...nearestFreeDaysQuery(djId ?? '', draft.day),
    enabled: clash !== undefined && djId !== undefined,
  })
  const days = freeDays ?? (clash === undefined ? undefined : nearest.data?.days)

  const form = useForm({
    blank,
    stored: { draft, keep: onChange, drop: onSent },
    parse: (fields) => parseOffer(fields, booking),
    send: (terms, fields) => {
      const message = fields.message.trim()
      return bookings.offer.call({
        id: booking.id,
        steps: booking.steps,
        terms,
        ...(message === '' ? {} : { message }),
      })
    },
    onDone: (next) => {
      notify.success('Counter-offer sent')
      take(next)
    },
    findProblems: toFieldProblems,
    onError: (error, { isAtField }) => {
      if (!isAtField) refuse(error)
      if (error instanceof ORPCError && error.code === 'TAKEN') {
        const { data }: { data: { freeDays: string[] } } = error
        setFreeDays(data.freeDays)
      }
    },
  })
  const errors = form.problems
  const isOff = booking.side === 'client' && findSharesProblem(draft, booking.otherShares) !== undefined

  function changeDraft(next: Partial<OfferDraft>) {
    if (next.day !== undefined && next.day !== draft.day) setFreeDays(undefined)
    form.set(next)
  }

  const describeOffered = (name: 'hours' | 'ends') =>
    draft[name] === blank[name] ? 'As offered' : `Offered: ${blank[name] || 'none'}`

  return (
    <Form
      className={classNames('stack', styles.form)}
      aria-labelledby="counter-offer"
      isBusy={form.isSending}
      isOff={isOff}
      onSubmit={form.submit}
    >
      <div>
        <h3 className="title-3" id="counter-offer" tabIndex={-1}>
          Your counter-offer
        </h3>
        <p className="small muted">Change what you need. The rest stays as offered.</p>
      </div>
      {draft.seen !== String(booking.steps) && (
        <Note tone="orange" role="alert">
          This booking has changed since you started. Read step {booking.steps} below before you send. Your
          input is saved.
        </Note>
      )}
      <DealFields booking={booking} draft={draft} blank={blank} errors={errors} onChange={form.set} />
      <div className="columns-2">
        <DateField
          label="Date"
          required
          value={draft.day}
          error={errors['day'] ?? clash}
          onValueChange={(day) => changeDraft(withPlace(set, { day }))}
        />
        <SetStartField
          fields={set}
          onChange={changeDraft}
          error={errors['starts']}
          zoneError={errors['timezone']}
          isZoneFixed={booking.event !== null}
        />
        <ClockField
          label="Set ends"
          required
          value={draft.ends}
          error={errors['ends']}
          help={draft.ends === blank.ends ? undefined : describeOffered('ends')}
          onValueChange={(ends) => changeDraft(withEnd(set, ends))}
        />
        <TextField
          label="Hours"
          inputMode="decimal"
          autoComplete="off"
          value={draft.hours}
          error={errors['hours']}
          help={describeOffered('hours')}
          onChange={(event) => changeDraft(withHours(set, event.target.value))}
        />
      </div>
      {days && days.length > 0 && (
        <FreeDays days={days} picked={draft.day} onPick={(day) => changeDraft(withPlace(set, { day }))} />
      )}
      <div className="columns-2">
        <TextArea label="Hospitality" rows={2} maxLength={RIDER_MAX} {...form.text('hospitality')} />
        <TextArea label="Technical rider" rows={2} maxLength={RIDER_MAX} {...form.text('technical')} />
      </div>
      <TextArea
        label="Message"
        labelEnd="Optional"
        rows={2}
        maxLength={MESSAGE_MAX}
        {...form.text('message')}
      />
      <div className={classNames('row wrap', styles.actions)}>
        <Button variant="solid" type="submit" busy={form.isSending && 'Sending'} aria-disabled={isOff}>
          Send counter-offer
        </Button>
        <Button variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </Form>
  )
}

function toFieldProblems(error: unknown): Problems {
  const problems = getFieldErrors(error)
  if (error instanceof ORPCError && error.code === 'TAKEN') return { day: error.message }
  if (error instanceof ORPCError && error.code === 'BAD_TERMS') {
    const { data }: { data: { field: string } } = error
    problems[data.field] = error.message
  }
  const known = Object.entries(problems).map(([path, problem]) => [findField(path), problem] as const)
  return Object.fromEntries(known.filter(([name]) => name !== undefined))
}
