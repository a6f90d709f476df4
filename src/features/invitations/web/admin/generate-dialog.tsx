import { useMutation } from '@tanstack/react-query'
import { type SubmitEvent, useId, useRef, useState } from 'react'
import { Button } from '~/design/button'
import { Dialog, DialogClose } from '~/design/dialog'
import { SelectField } from '~/design/select-field'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage, fieldErrors } from '~/platform/rpc/errors'
import { DAYS_MAX, DEFAULT_DAYS, MOST_AT_ONCE, NOTE_MAX } from '../../rules/allowance'
import { invitations } from '../queries'
import { readAddresses } from './addresses'
import { sayGenerated } from './say-generated'

type GenerateDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onGenerated: (ids: readonly string[]) => void
}

const NEVER = 'never'
const EXPIRIES = [
  { value: '1', label: 'In a day' },
  { value: String(DEFAULT_DAYS), label: 'In 7 days' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: String(DAYS_MAX), label: 'In a year' },
  { value: NEVER, label: 'Never' },
]
const EMPTY = { count: '1', expires: String(DEFAULT_DAYS), note: '', emails: '' }

/** Several at once, with a note, another expiry, or mailed. What was typed stays until codes were made of it. */
export function GenerateDialog({ open, onOpenChange, onGenerated }: GenerateDialogProps) {
  const formId = useId()
  const start = useRef<HTMLInputElement>(null)
  const [draft, setDraft] = useState(EMPTY)
  const [faults, setFaults] = useState<Record<string, string>>({})
  const set = (part: Partial<typeof EMPTY>) => setDraft((old) => ({ ...old, ...part }))
  const { addresses, faulty } = readAddresses(draft.emails)
  const isMailed = addresses.length + faulty.length > 0
  const count = isMailed ? addresses.length : Number(draft.count)
  const generate = useMutation(
    invitations.codes.generate.mutationOptions({
      onSuccess: (generated) => {
        setDraft(EMPTY)
        onOpenChange(false)
        sayGenerated(generated)
        onGenerated(generated.codes.map(({ id }) => id))
      },
      onError: (error) => {
        setFaults(fieldErrors(error))
        notify.error('Failed to generate invitation', { detail: errorMessage(error) })
      },
    }),
  )
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const found = findFaults(count, addresses, faulty)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    generate.mutate({
      ...(isMailed ? { emails: addresses } : { count }),
      ...(draft.note.trim() === '' ? {} : { note: draft.note }),
      expires: draft.expires === NEVER ? NEVER : { days: Number(draft.expires) },
    })
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Generate codes"
      description="Each is good for one person."
      startAt={start}
      actions={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button variant="primary" type="submit" form={formId} busy={generate.isPending && 'Generating'}>
            {actionWords(count, isMailed)}
          </Button>
        </>
      }
    >
      <form id={formId} className="stack" onSubmit={submit} noValidate>
        <div className="f2">
          <TextField
            ref={start}
            label="How many"
            type="number"
            inputMode="numeric"
            min={1}
            max={MOST_AT_ONCE}
            value={isMailed ? String(count) : draft.count}
            readOnly={isMailed}
            help={isMailed ? 'One for each address' : undefined}
            error={faults['count']}
            onChange={(event) => set({ count: event.target.value })}
          />
          <SelectField
            label="Expires"
            options={EXPIRIES}
            value={draft.expires}
            onChange={(event) => set({ expires: event.target.value })}
          />
        </div>
        <TextField
          label="Note"
          labelEnd="Optional"
          help="Only admins and whoever made the code read it."
          maxLength={NOTE_MAX}
          value={draft.note}
          error={faults['note']}
          onChange={(event) => set({ note: event.target.value })}
        />
        <TextArea
          label="Mail them to"
          labelEnd="Optional"
          rows={3}
          help="One address a line, or pasted as they are. Everybody gets a code of their own."
          value={draft.emails}
          error={faults['emails'] ?? faults['emails.0']}
          onChange={(event) => set({ emails: event.target.value })}
        />
      </form>
    </Dialog>
  )
}

function findFaults(count: number, addresses: readonly string[], faulty: readonly string[]) {
  const found: Record<string, string> = {}
  const [wrong] = faulty
  if (wrong !== undefined) found['emails'] = `${wrong} is no address.`
  else if (addresses.length > MOST_AT_ONCE) found['emails'] = `Mail at most ${MOST_AT_ONCE} at once.`
  else if (!Number.isInteger(count) || count < 1 || count > MOST_AT_ONCE)
    found['count'] = `Enter a number from 1 to ${MOST_AT_ONCE}.`
  return found
}

function actionWords(count: number, isMailed: boolean): string {
  const isCount = Number.isInteger(count) && count > 1 && count <= MOST_AT_ONCE
  return `Generate${isCount ? ` ${count}` : ''}${isMailed ? ' and mail' : ''}`
}
