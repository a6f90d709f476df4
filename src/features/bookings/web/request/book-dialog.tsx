import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { classNames } from '~/design/class-names'
import { FormDialog } from '~/design/form-dialog'
import { Note } from '~/design/note'
import type { Stock } from '~/design/stock'
import { availabilityQuery } from '../queries'
import { formatMoney } from '~/lib/money'
import { formatAmount } from '../terms/money-field'
import { useReaderZone } from '~/design/use-reader-zone'
import { useStoredDraft } from '~/design/use-stored-draft'
import { BLANK, type BookProblems, type BookFields, parseBookFields } from './book-fields'
import { BookForm } from './book-form'
import { formatLongDay } from './month-grid'
import { type Sent, useBookingRequest } from './use-booking-request'
import styles from './book-dialog.module.css'

export type BookedDj = {
  id: string
  name: string
  stock: Stock
  /** The DJ's rate per event, in US cents. */
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
  /** Opens the sign-in page, which leads back to this dialog and day. */
  onSignIn: (day: string) => void
  onSent: (sent: Sent) => void
}

/** P-02: requests a booking with a DJ. The input survives closing, failing, signing in and a reload of this tab. */
export default function BookDialog({ dj, day, readerId, onClose, onSignIn, onSent }: BookDialogProps) {
  const place = useRef<HTMLInputElement>(null)
  const readerZone = useReaderZone()
  const blank = useMemo(
    () => ({
      ...BLANK,
      timezone: readerZone ?? dj.timezone,
      fee: formatAmount(dj.rateCents, 'USD'),
      day: day ?? '',
    }),
    [dj, day, readerZone],
  )
  // When a visitor signs in, the text they typed becomes the draft of their account.
  const visitor = useStoredDraft(`book:${dj.id}`, blank)
  const own = useStoredDraft(`book:${readerId ?? ''}:${dj.id}`, blank)
  const stored = readerId === null ? visitor : own
  const [fields, setFields] = useState<BookFields>(() => {
    // Prefer the text typed before signing in, because it is newer than a draft stored for the account.
    const draft = visitor.draft ?? stored.draft
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
  const { send, forget, isSending, failure } = useBookingRequest({
    djId: dj.id,
    onSignIn: () => onSignIn(fields.day),
    onSent: (sent) => {
      drop()
      onSent(sent)
    },
  })
  const month = useQuery({ ...availabilityQuery(dj.id, fields.day.slice(0, 7)), enabled: fields.day !== '' })
  const change = (next: BookFields) => {
    for (const field of listChangedFields(fields, next)) forget(field)
    setFields(next)
    stored.keep(next)
  }
  const submit = () => {
    if (readerId === null && Object.keys(parseBookFields(fields).problems).length === 0) {
      stored.keep(fields)
      onSignIn(fields.day)
    } else void send(fields)
  }
  const [weekday, ...date] = fields.day === '' ? [] : formatLongDay(fields.day).split(' ')

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
              {dj.rateCents === null
                ? 'Send request'
                : formatMoney(dj.rateCents, 'USD').replace(/\.00$/u, '')}
            </b>
          </p>
        </div>
      }
    >
      <BookForm
        djName={dj.name}
        depositPercent={dj.depositPercent}
        rateCents={dj.rateCents}
        placeRef={place}
        fields={fields}
        onChange={change}
        problems={failure.problems}
        month={month.data}
        freeDays={failure.freeDays ?? []}
      />
      {failure.sentence && (
        <Note tone="red" role="alert">
          {failure.sentence}
          {failure.before && (
            <>
              {' '}
              <a className="link" href={`/dashboard/bookings/${failure.before.id}`}>
                View booking {failure.before.number}
              </a>
            </>
          )}
        </Note>
      )}
      {readerId === null && <p className="small muted">Next, you’ll sign in. Your input is saved.</p>}
    </FormDialog>
  )
}

const problemFields: Partial<Record<keyof BookFields, keyof BookProblems>> = {
  otherKind: 'kind',
  hours: 'ends',
}

function listChangedFields(before: BookFields, after: BookFields): (keyof BookProblems)[] {
  const names = Object.keys(after) as (keyof BookFields)[]
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => problemFields[name] ?? (name as keyof BookProblems))
}
