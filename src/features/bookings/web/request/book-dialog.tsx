import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useEffectEvent, useId, useMemo, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
import { Note } from '~/design/note'
import type { Stock } from '~/design/stock'
import { availabilityQuery } from '../queries'
import { dollarsText } from '../terms/money-field'
import { useReaderZone } from '~/design/use-reader-zone'
import { useKeptDraft } from '~/design/use-kept-draft'
import { BLANK, type BookFaults, type BookFields, readBookFields } from './book-fields'
import { BookForm } from './book-form'
import { longDay } from './month-grid'
import { type Sent, useRequest } from './use-request'
import './book-dialog.css'

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
  /** The chosen day; left out when none is chosen yet. */
  day: string | undefined
  /** Null for a visitor, who signs in when everything is typed. */
  readerId: string | null
  onClose: () => void
  /** Comes back to the dialog with this day. */
  onSignIn: (day: string) => void
  onSent: (sent: Sent) => void
}

/** P-02: asks a DJ for a night. What is typed outlives closing, failing, signing in and a reload of this tab. */
export default function BookDialog({ dj, day, readerId, onClose, onSignIn, onSent }: BookDialogProps) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const place = useRef<HTMLInputElement>(null)
  const readerZone = useReaderZone()
  const blank = useMemo(
    () => ({ ...BLANK, timezone: readerZone ?? dj.timezone, fee: dollarsText(dj.rateCents), day: day ?? '' }),
    [dj, day, readerZone],
  )
  // Whoever typed as a visitor goes on as themselves; afterwards it is kept for them alone.
  const visitor = useKeptDraft(`book:${dj.id}`, blank)
  const own = useKeptDraft(`book:${readerId ?? ''}:${dj.id}`, blank)
  const kept = readerId === null ? visitor : own
  const [fields, setFields] = useState<BookFields>(() => {
    const draft = kept.draft ?? visitor.draft
    return draft ? { ...draft, day: day ?? draft.day } : blank
  })
  const [refusals, setRefusals] = useState(0)
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
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isSending) return
    if (readerId === null && Object.keys(readBookFields(fields).faults).length === 0) {
      kept.keep(fields)
      return onSignIn(fields.day)
    }
    if (Object.keys(await send(fields)).length > 0) setRefusals((count) => count + 1)
  }
  // Once the faults stand on the screen, and not a frame after they were known: on a busy machine that is sooner.
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [refusals])
  const [weekday, ...date] = fields.day === '' ? [] : longDay(fields.day).split(' ')

  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && !isSending && onClose()}
      title={`Book ${dj.name}`}
      className="bookd"
      startAt={place}
      actions={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={formId} busy={isSending ? 'Sending' : false}>
            Book Now
          </Button>
        </>
      }
    >
      <div className={`sheet st-${dj.stock} bkd`}>
        <p>
          <span className="small">{weekday ?? 'Day'}</span>
          <b className="t2">{date.length > 0 ? date.join(' ') : 'Not chosen yet'}</b>
        </p>
        <p>
          <span className="small">Rate per event</span>
          <b className="t2">
            {dj.rateCents === null ? 'Ask' : dollarsText(dj.rateCents).replace(/\.00$/u, '')}
          </b>
        </p>
      </div>
      <form id={formId} ref={form} noValidate className="stack" onSubmit={(event) => void submit(event)}>
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
        {readerId === null && <p className="small m2">You sign in next. What you typed is kept.</p>}
      </form>
    </Dialog>
  )
}

const faultOf: Partial<Record<keyof BookFields, keyof BookFaults>> = { otherKind: 'kind', hours: 'ends' }

function changedFields(before: BookFields, after: BookFields): (keyof BookFaults)[] {
  const names = Object.keys(after) as (keyof BookFields)[]
  return names
    .filter((name) => before[name] !== after[name])
    .map((name) => faultOf[name] ?? (name as keyof BookFaults))
}
