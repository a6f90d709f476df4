import { useState } from 'react'
import { Button } from '~/design/button'
import { FormDialog } from '~/design/form-dialog'
import { TextField } from '~/design/text-field'
import { formatDay } from '~/lib/time'
import type { CalendarEntry } from '../../contract-shapes'
import { HOLD_NOTE_MAX } from '../../rules/booking-limits'
import { DateField } from '~/design/dressed-field'
import { useHolds } from './use-holds'
import './hold-dialog.css'

type HoldDialogProps = {
  day: string
  today: string | undefined
  /** The hold on that day, if there is one. */
  entry: CalendarEntry | undefined
  onClose: () => void
}

/** Puts a day or a range on hold, changes a hold, or releases it. What was typed stays when the call fails. */
export function HoldDialog({ day, today, entry, onClose }: HoldDialogProps) {
  const [note, setNote] = useState(noteOf(entry))
  const [until, setUntil] = useState(entry?.until ?? '')
  const [through, setThrough] = useState('')
  const [faults, setFaults] = useState<{ until?: string; through?: string }>({})
  const holds = useHolds({
    onDone: onClose,
    onBadDays: (field, sentence) => setFaults({ [field]: sentence }),
  })
  const before = entry && { day, note: noteOf(entry), until: entry.until, through: null }

  function save() {
    if (until !== '' && until > day)
      setFaults({ until: 'Choose a day before the hold, or leave this empty.' })
    else if (until !== '' && today !== undefined && until < today)
      setFaults({ until: 'Choose a day from today on.' })
    else
      holds.hold({
        day,
        note: note.trim(),
        until: until === '' ? null : until,
        through: through === '' || through === day ? null : through,
      })
  }

  return (
    <FormDialog
      title={entry ? 'Change this hold' : 'Hold this day'}
      description={`${formatDay(`${day}T12:00:00Z`, 'UTC')} shows as on hold on your page.`}
      className="hold-dlg"
      action={
        before && (
          <Button
            variant="ghost"
            className="release"
            busy={holds.isReleasing && 'Releasing'}
            onClick={() => holds.release(before)}
          >
            Release
          </Button>
        )
      }
      actLabel={entry ? 'Save' : 'Hold'}
      busy={holds.isHolding && 'Saving'}
      onSubmit={save}
      onClose={onClose}
    >
      {!entry && (
        <DateField
          label="Last day"
          labelEnd="Optional"
          help="Holds every day from the first to this one."
          min={day}
          value={through}
          error={faults.through}
          onValueChange={(next) => {
            setFaults({})
            setThrough(next)
          }}
        />
      )}
      <TextField
        label="Note"
        labelEnd="Optional"
        help="Shown in your calendar feed, never on your page."
        maxLength={HOLD_NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <DateField
        label="Stands until"
        labelEnd="Optional"
        help="The last day on which it stands; then the day is open again."
        min={today}
        max={day}
        value={until}
        error={faults.until}
        onValueChange={(next) => {
          setFaults({})
          setUntil(next)
        }}
      />
    </FormDialog>
  )
}

/** A hold without a note is titled for what it is. */
function noteOf(entry: CalendarEntry | undefined): string {
  return entry === undefined || entry.title === 'On hold' ? '' : entry.title
}
