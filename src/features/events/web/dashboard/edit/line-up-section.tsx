import { CalendarCheck, Plus, TriangleAlert } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ComponentProps } from 'react'
import { Button } from '~/design/button'
import { Note } from '~/design/note'
import { notify } from '~/design/toast'
import { useNow } from '~/design/use-now'
import { useReaderZone } from '~/design/use-reader-zone'
import { formatZoneNote } from '~/lib/time'
import { Dialog } from '~/design/dialog'
import type { EventDraft, Slot } from '../../../contract-dashboard'
import { BookingsDialog } from './bookings-dialog'
import { LineUpRow } from './line-up-row'
import { findEventTimes, findTimeWarnings, toTimedRows } from './line-up-times'
import { createRow, moveRow } from './line-up-changes'
import { LineUpTimeline } from './line-up-timeline'
import type { BillRow } from './event-values'
import type { EventEditor } from './use-event-editor'
import styles from './line-up.module.css'
import { MemberSearch } from './member-search'

type MemberDialogProps = ComponentProps<typeof MemberSearch> & {
  title: string
  open: boolean
  onOpenChange: (isOpen: boolean) => void
}

const bookingText = {
  pending: 'Booking: waiting for an answer',
  confirmed: 'Booking confirmed',
  completed: 'Booking completed',
  cancelled: 'Booking canceled',
}

function findSlot(draft: EventDraft, row: BillRow): Slot | undefined {
  return (
    draft.lineUp.find(({ id }) => id === row.key) ??
    draft.lineUp.find(({ djId }) => djId !== null && djId === row.djId)
  )
}

function SlotNote({ slot }: { slot: Slot | undefined }) {
  if (slot?.isPending) return <span className="small faint">Requested, no answer yet</span>
  if (!slot?.bookingId || !slot.bookingStatus) return null
  return (
    <a className="small" href={`/dashboard/bookings/${slot.bookingId}`}>
      {bookingText[slot.bookingStatus]}
    </a>
  )
}

type LineUpSectionProps = { editor: EventEditor; draft: EventDraft }

export function LineUpSection({ editor, draft }: LineUpSectionProps) {
  const { values, change, findError } = editor
  const rows = values.lineUp
  const now = useNow()
  const ownZone = useReaderZone()
  const [isAdding, setIsAdding] = useState(false)
  const [isBooking, setIsBooking] = useState(false)
  const { list, announcement, follow } = useMovedFocus(rows)
  const set = (lineUp: readonly BillRow[]) => change({ lineUp })

  function remove(row: BillRow, at: number): void {
    set(rows.filter((other) => other !== row))
    notify.success(`${row.name} was removed from the line-up`, {
      action: { label: 'Undo', onClick: () => restoreRow(editor, row, at) },
    })
  }

  const event = now === undefined ? undefined : findEventTimes(values, new Date(now))
  const zone = event && ownZone && formatZoneNote(event.startsAt, values.timezone, ownZone)
  const odd = event ? findTimeWarnings(values, event) : draft.warnings.map(({ text }) => text)
  const cancelled = draft.warnings.map(({ text }) => text).filter((text) => text.includes('booking of'))
  const warnings = [...new Set([...odd, ...cancelled])]
  return (
    <section id="lineup" aria-labelledby="lineup-h">
      <div className="row between wrap">
        <h2 className="title-2" id="lineup-h" tabIndex={-1}>
          Line-up
        </h2>
        <Button size="sm" icon={CalendarCheck} onClick={() => setIsBooking(true)}>
          From a confirmed booking
        </Button>
      </div>
      {rows.length === 0 ? (
        <p className="muted">The line-up is empty. The first headliner with an account becomes the host.</p>
      ) : (
        <ol className={styles.list} ref={list} aria-label="Line-up">
          {rows.map((row, at) => (
            <LineUpRow
              key={row.key}
              row={row}
              note={<SlotNote slot={findSlot(draft, row)} />}
              at={at}
              isFirst={at === 0}
              isLast={at === rows.length - 1}
              findError={findError}
              onChange={(changes) =>
                set(rows.map((other) => (other === row ? { ...other, ...changes } : other)))
              }
              onMove={(by) => {
                set(moveRow(rows, at, by))
                follow(row, by)
              }}
              onRemove={() => remove(row, at)}
            />
          ))}
        </ol>
      )}
      <output className="visually-hidden">{announcement}</output>
      {zone && rows.length > 0 && <p className="small muted">Set times are in {zone}.</p>}
      {event && <LineUpTimeline rows={toTimedRows(values, event)} times={event} timezone={values.timezone} />}
      {warnings.length > 0 && (
        <Note tone="orange" icon={TriangleAlert} {...appearing}>
          {warnings.map((warning) => (
            <p key={warning}>{warning}</p>
          ))}
        </Note>
      )}
      <Button
        variant="outline"
        size="sm"
        icon={Plus}
        className={styles.addMember}
        onClick={() => setIsAdding(true)}
      >
        Add a member
      </Button>
      <MemberDialog
        eventId={draft.id}
        title="Add a member"
        open={isAdding}
        onOpenChange={setIsAdding}
        taken={rows.flatMap(({ djId }) => djId ?? [])}
        takenLabel="Already added"
        freeLabel={(name) => `Add “${name}” without an account`}
        onFree={(name) => {
          set([...rows, createRow(values, { djId: null, name, avatarUrl: null })])
          setIsAdding(false)
        }}
        onPick={({ id, name, avatarUrl }) => {
          set([...rows, createRow(values, { djId: id, name, avatarUrl })])
          setIsAdding(false)
        }}
      />
      <BookingsDialog
        editor={editor}
        eventId={draft.id}
        timezone={draft.timezone}
        open={isBooking}
        onOpenChange={setIsBooking}
      />
    </section>
  )
}

function restoreRow({ saving, change }: EventEditor, row: BillRow, at: number): void {
  change({ lineUp: saving.values.lineUp.filter(({ key }) => key !== row.key).toSpliced(at, 0, row) })
}

// A status role announces a note that appears. An output element may not contain paragraphs and buttons.
const appearing = { role: 'status' } as const

/** Keeps the focus on the button of a moved row and announces its position. */
function useMovedFocus(rows: readonly BillRow[]) {
  const list = useRef<HTMLOListElement>(null)
  const moved = useRef<{ key: string; by: number }>(undefined)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    const last = moved.current
    moved.current = undefined
    if (!last) return
    list.current
      ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(last.key)}"] [data-move="${last.by}"]`)
      ?.focus()
  })
  const follow = (row: BillRow, by: number) => {
    moved.current = { key: row.key, by }
    setAnnouncement(`${row.name}, ${rows.indexOf(row) + 1 + by} of ${rows.length}`)
  }
  return { list, announcement, follow }
}

function MemberDialog({ title, open, onOpenChange, ...search }: MemberDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title}>
      <MemberSearch {...search} />
    </Dialog>
  )
}
