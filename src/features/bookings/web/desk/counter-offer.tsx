import { useMutation, useQuery } from '@tanstack/react-query'
import { isDefinedError } from '@orpc/client'
import { useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Note } from '~/design/note'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { fieldErrors } from '~/platform/rpc/errors'
import type { BookingDetail } from '../../contract-shapes'
import { MESSAGE_MAX, RIDER_MAX } from '../../rules/booking-limits'
import { withEnd, withHours, withPlace } from '../../rules/set-times'
import { bookings, nearestFreeDaysQuery } from '../queries'
import { ClockField, DateField } from '~/design/dressed-field'
import { FreeDays } from '../terms/free-days'
import { MoneyField } from '../terms/money-field'
import { SetStartField } from '../terms/set-start-field'
import { clashWords } from './clash-words'
import { fieldOf, type OfferDraft, type OfferErrors, readOffer, setFieldsOf } from './counter-offer-draft'
import { useBookingAnswer } from './use-booking-answer'
import './counter-offer.css'

type CounterOfferProps = {
  booking: BookingDetail
  /** The terms on the table, as the fields show them. */
  blank: OfferDraft
  draft: OfferDraft
  onChange: (fields: Partial<OfferDraft>) => void
  onSent: () => void
  onDiscard: () => void
}

/** The next step of the trail while it is being written. Every key is kept until it is sent or discarded. */
export function CounterOffer({ booking, blank, draft, onChange, onSent, onDiscard }: CounterOfferProps) {
  const [errors, setErrors] = useState<OfferErrors>({})
  const [freeDays, setFreeDays] = useState<string[]>()
  const form = useRef<HTMLFormElement>(null)
  const { take, refuse } = useBookingAnswer()
  const set = setFieldsOf(draft)
  const clash = clashWords(booking, draft.day)
  const djId = booking.dj?.id
  const nearest = useQuery({
    ...nearestFreeDaysQuery(djId ?? '', draft.day),
    enabled: clash !== undefined && djId !== undefined,
  })
  const days = freeDays ?? (clash === undefined ? undefined : nearest.data?.days)

  const send = useMutation({
    ...bookings.offer.mutationOptions(),
    onSuccess: (next) => {
      notify.success('Counter-offer sent')
      onSent()
      take(next)
    },
    onError: (error) => {
      const found: OfferErrors = {}
      for (const [path, sentence] of Object.entries(fieldErrors(error))) {
        const name = fieldOf(path)
        if (name) found[name] = sentence
      }
      if (isDefinedError(error) && error.code === 'TAKEN') {
        found.day = error.message
        setFreeDays(error.data.freeDays)
      } else if (isDefinedError(error) && error.code === 'BAD_TERMS') {
        const name = fieldOf(error.data.field)
        if (name) found[name] = error.message
      }
      if (Object.keys(found).length > 0) show(found)
      else refuse(error)
    },
  })

  /** Each sentence stands at its field, and the first of those fields is gone to. */
  function show(found: OfferErrors) {
    setErrors(found)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }

  function change(next: Partial<OfferDraft>) {
    const touched = Object.fromEntries(Object.keys(next).map((name) => [name, undefined]))
    setErrors({ ...errors, ...touched })
    if (next.day !== undefined && next.day !== draft.day) setFreeDays(undefined)
    onChange(next)
  }

  function submit() {
    if (send.isPending) return
    const read = readOffer(draft, booking.terms)
    if ('errors' in read) return show(read.errors)
    const message = draft.message.trim()
    send.mutate({
      id: booking.id,
      steps: booking.steps,
      terms: read.terms,
      ...(message === '' ? {} : { message }),
    })
  }

  const offeredHelp = (name: 'fee' | 'deposit' | 'hours' | 'ends') =>
    draft[name] === blank[name] ? 'As offered' : `Offered: ${blank[name] || 'none'}`
  const text = (name: 'hospitality' | 'technical' | 'message' | 'fee' | 'deposit') => ({
    value: draft[name],
    error: errors[name],
  })

  return (
    <form
      ref={form}
      className="stack offer-form"
      noValidate
      aria-labelledby="counter-offer"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div>
        <h3 className="t3" id="counter-offer" tabIndex={-1}>
          Your counter-offer
        </h3>
        <p className="small m2">Change what you need. The rest stays as offered.</p>
      </div>
      {draft.seen !== String(booking.steps) && (
        <Note tone="orange" role="alert">
          This booking has changed since you began. Read step {booking.steps} below before you send; what you
          typed is kept.
        </Note>
      )}
      <div className="f3">
        <MoneyField
          label="Fee"
          {...text('fee')}
          help={offeredHelp('fee')}
          onValueChange={(fee) => change({ fee })}
        />
        <MoneyField
          label="Deposit"
          {...text('deposit')}
          help={offeredHelp('deposit')}
          onValueChange={(deposit) => change({ deposit })}
        />
        <TextField
          label="Hours"
          inputMode="decimal"
          autoComplete="off"
          value={draft.hours}
          error={errors.hours}
          help={offeredHelp('hours')}
          onChange={(event) => change(withHours(set, event.target.value))}
        />
      </div>
      <div className="f3">
        <DateField
          label="Date"
          required
          value={draft.day}
          error={errors.day ?? clash}
          onValueChange={(day) => change(withPlace(set, { day }))}
        />
        <SetStartField
          fields={set}
          onChange={change}
          error={errors.starts}
          zoneError={errors.timezone}
          isZoneFixed={booking.event !== null}
        />
        <ClockField
          label="Set ends"
          required
          value={draft.ends}
          error={errors.ends}
          help={draft.ends === blank.ends ? undefined : offeredHelp('ends')}
          onValueChange={(ends) => change(withEnd(set, ends))}
        />
      </div>
      {days && days.length > 0 && (
        <FreeDays days={days} picked={draft.day} onPick={(day) => change(withPlace(set, { day }))} />
      )}
      <div className="f2">
        <TextArea
          label="Hospitality"
          rows={2}
          maxLength={RIDER_MAX}
          {...text('hospitality')}
          onChange={(event) => change({ hospitality: event.target.value })}
        />
        <TextArea
          label="Technical rider"
          rows={2}
          maxLength={RIDER_MAX}
          {...text('technical')}
          onChange={(event) => change({ technical: event.target.value })}
        />
      </div>
      <TextArea
        label="Message"
        labelEnd="Optional"
        rows={2}
        maxLength={MESSAGE_MAX}
        {...text('message')}
        onChange={(event) => change({ message: event.target.value })}
      />
      <div className="row wrapf offer-acts">
        <Button variant="solid" type="submit" busy={send.isPending && 'Sending'}>
          Send counter-offer
        </Button>
        <Button variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </form>
  )
}
