import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { classNames } from '~/design/class-names'
import { FormDialog } from '~/design/form-dialog'
import { Note } from '~/design/note'
import type { Stock } from '~/design/stock'
import { availabilityQuery } from '../queries'
import { dollarsText } from '../terms/money-field'
import { useReaderZone } from '~/design/use-reader-zone'
import { useStoredDraft } from '~/design/use-stored-draft'
import { BLANK, type BookFaults, type BookFields, readBookFields } from './book-fields'
import { BookForm } from './book-form'
import { longDay } from './month-grid'
import { type Sent, useRequest } from './use-request'
import styles from './book-dialog.module.css'

export type BookedDj = {
  id: string
  name: string
  stock: Stock
  rateCents: number | null
  depositPercent: number | null
  timezone: string
}

type BookDialogProps = {
  dj: BookedDj
  day: string | undefined
  /** Null for a visitor, who signs in after filling in the form. */
  readerId: string | null
  onClose: () => void
  /** Returns to the dialog with this day after signing in. */
  onSignIn: (day: string) => void
  onSent: (sent: Sent) => void
}

/** P-02: requests a booking with a DJ. The input survives closing, failing, signing in and a reload of this tab. */
export default function BookDialog({ dj, day, readerId, onClose, onSignIn, onSent }: BookDialogProps) {
  const place = useRef<HTMLInputElement>(null)
  const readerZone = useReaderZone()
  const blank = useMemo(
    () => ({ ...BLANK, timezone: readerZone ?? dj.timezone, fee: dollarsText(dj.rateCents), day: day ?? '' }),
    [dj, day, readerZone],
  )
  // Text typed before signing in moves to the person's own draft.
  const visitor = useStoredDraft(`book:${dj.id}`, blank)
  const own = useStoredDraft(`book:${readerId ?? ''}:${dj.id}`, blank)
  const kept = readerId === null ? visitor : own
  const [fields, setFields] = useState<BookFields>(() => {
    const draft = kept.draft ?? visitor.draft
    return draft ? { ...draft, day: day ?? draft.day } : blank
  })
  const adopt = useEffectEvent(() => {
    if (readerId === null || visitor.draft === undefined) return
    own.keep(fields)
    visitor.drop()
  })
  useEffect(() => adopt(), [])
  const drop = () => {
    own.drop()
    visitor.drop()
  }
  const { send, forget, isSending, refusal } = useRequest({
    djId: dj.id,
    onSignIn: () => onSignIn(fields.day),
    onSent: (sent) => {
      drop()
      onSent(sent)
    },
  })
  const month = useQuery({ ...availabilityQuery(dj.id, fields.day.slice(0, 7)), enabled: fields.day !== '' })
  const change = (next: BookFields) => {
    for (const field of changedFields(fields, next)) forget(field)
    setFields(next)
    kept.keep(next)
  }
  const submit = () => {
    if (readerId === null && Object.keys(readBookFields(fields).faults).length === 0) {
      kept.keep(fields)
      onSignIn(fields.day)
    } else void send(fields)
  }
  const [weekday, ...date] = fields.day === '' ? [] : longDay(fields.day).split(' ')

  return (
    <FormDialog
      title={`Book ${dj.name}`}
      className={styles.dialog}
      startAt={place}
      actionLabel="Book Now"
      busy={isSending && 'Sending'}
      staysWhileBusy
      onSubmit={submit}
      onClose={onClose}
      above={
        <div className={classNames(`sheet stock-${dj.stock}`, styles.summary)}>
          <p>
            <span className="small">{weekday ?? 'Day'}</span>
            <b className="title-2">{date.length > 0 ? date.join(' ') : 'Not chosen yet'}</b>
          </p>
          <p>
            <span className="small">Rate per event</span>
            <b className="title-2">
              {dj.rateCents === null ? 'Send request' : dollarsText(dj.rateCents).replace(/\.00$/u, '')}
            </b>
          </p>
        </div>
      }
    >
      <BookForm
        djName={dj.name}
        depositPercent={dj.depositPercent}
        placeRef={place}
        fields={fields}
        onChange={change}
        faults={refusal.faults}
        month={month.data}
        freeDays={refusal.freeDays ?? []}
      />
      {refusal.sentence && (
        <Note tone="red" role="alert">
          {refusal.sentence}
          {refusal.before && (
            <>
              {' '}
              <a className="link" href={`/dashboard/bookings/${refusal.before.id}`}>
                View booking {refusal.before.number}
              </a>
            </>
          )}
        </Note>
      )}
      {readerId === null && <p className="small muted">Next, you’ll sign in. Your input is saved.</p>}
    </FormDialog>
  )
}

const faultOf: Partial<Record<keyof BookFields, keyof BookFaults>> = { otherKind: 'kind', hours: 'ends' }

function changedFields(before: BookFields, after: BookFields): (keyof BookFaults)[] {
  const names = Object.keys(after) as (keyof BookFields)[]
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => faultOf[name] ?? (name as keyof BookFaults))
}
