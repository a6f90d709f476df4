import { useRef } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { SelectField } from '~/design/select-field'
import { TextArea } from '~/design/text-area'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { getErrorMessage } from '~/platform/rpc/errors'
import { useForm } from '~/platform/rpc/use-form'
import { DAYS_MAX, DEFAULT_DAYS, MAX_CODES_PER_REQUEST, NOTE_MAX } from '../../rules/allowance'
import { invitations } from '../queries'
import { parseAddresses } from './parse-addresses'
import { notifyGenerated } from './notify-generated'

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

export function GenerateDialog({ open, onOpenChange, onGenerated }: GenerateDialogProps) {
  const start = useRef<HTMLInputElement>(null)
  const form = useForm({
    blank: EMPTY,
    check: findProblems,
    send: (draft) => {
      const { addresses, isEmailed, count } = parseDraft(draft)
      return invitations.codes.generate.call({
        ...(isEmailed ? { emails: addresses } : { count }),
        ...(draft.note.trim() === '' ? {} : { note: draft.note }),
        expires: draft.expires === NEVER ? NEVER : { days: Number(draft.expires) },
      })
    },
    onDone: (generated) => {
      onOpenChange(false)
      notifyGenerated(generated)
      onGenerated(generated.codes.map(({ id }) => id))
    },
    onError: (error) => notify.error('Failed to generate invitation', { detail: getErrorMessage(error) }),
  })
  const { isEmailed, count } = parseDraft(form.values)
  const emails = form.text('emails')
  return (
    <FormDialog
      open={open}
      onClose={() => onOpenChange(false)}
      title="Generate codes"
      description="Each code is good for one person."
      startAt={start}
      actionLabel={formatSubmitLabel(count, isEmailed)}
      busy={form.isSending && 'Generating'}
      onSubmit={form.submit}
    >
      <div className="columns-2">
        <TextField
          ref={start}
          label="How many"
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_CODES_PER_REQUEST}
          readOnly={isEmailed}
          help={isEmailed ? 'One code for each address' : undefined}
          {...form.text('count')}
          {...(isEmailed && { value: String(count) })}
        />
        <SelectField label="Expires" options={EXPIRIES} {...form.text('expires')} />
      </div>
      <TextField
        label="Note"
        labelEnd="Optional"
        help="Visible only to admins and the code’s creator."
        maxLength={NOTE_MAX}
        {...form.text('note')}
      />
      <TextArea
        label="Email them to"
        labelEnd="Optional"
        rows={3}
        help="One address per line, or paste a list. Each address gets its own code."
        {...emails}
        error={emails.error ?? form.problems['emails.0']}
      />
    </FormDialog>
  )
}

function parseDraft({ count, emails }: typeof EMPTY) {
  const { addresses, invalid: faulty } = parseAddresses(emails)
  const isEmailed = addresses.length + faulty.length > 0
  return { addresses, faulty, isEmailed, count: isEmailed ? addresses.length : Number(count) }
}

function findProblems(draft: typeof EMPTY): Record<string, string> {
  const { addresses, faulty, count } = parseDraft(draft)
  const [wrong] = faulty
  if (wrong !== undefined) return { emails: `${wrong} isn’t a valid address.` }
  if (addresses.length > MAX_CODES_PER_REQUEST)
    return { emails: `Email at most ${MAX_CODES_PER_REQUEST} addresses at a time.` }
  if (!Number.isInteger(count) || count < 1 || count > MAX_CODES_PER_REQUEST)
    return { count: `Enter a number from 1 to ${MAX_CODES_PER_REQUEST}.` }
  return {}
}

function formatSubmitLabel(count: number, isEmailed: boolean): string {
  const isCount = Number.isInteger(count) && count > 1 && count <= MAX_CODES_PER_REQUEST
  return `Generate${isCount ? ` ${count}` : ''}${isEmailed ? ' and email' : ''}`
}
