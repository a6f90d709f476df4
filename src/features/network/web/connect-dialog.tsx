import { FormDialog } from '~/design/form-dialog'
import { TextArea } from '~/design/text-area'
import { useForm } from '~/platform/rpc/use-form'
import { NOTE_MAX } from '../rules/network-limits'
import { useChangeRelation } from './use-change-relation'

type ConnectDialogProps = { personId: string; name: string; open: boolean; onClose: () => void }

/** Sends a request with an optional note. Keeps the typed note after a failure and while the dialog is closed. */
export default function ConnectDialog({ personId, name, open, onClose }: ConnectDialogProps) {
  const change = useChangeRelation()
  const findProblem = ({ note }: { note: string }) =>
    note.length > NOTE_MAX ? `Use at most ${NOTE_MAX} characters.` : undefined
  const form = useForm({
    blank: { note: '' },
    check: (values) => ({ note: findProblem(values) }),
    send: ({ note }) => change.mutateAsync({ kind: 'request', personId, name, note: note.trim() }),
    onDone: onClose,
  })
  const left = NOTE_MAX - form.values.note.length
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`Connect with ${name}`}
      actionLabel="Send request"
      busy={form.isSending && 'Sending'}
      onSubmit={form.submit}
    >
      <TextArea
        label="Note"
        labelEnd={left < 50 ? `${left} left` : 'Optional'}
        help="Where you met, or what you have in mind."
        rows={4}
        {...form.text('note')}
        error={findProblem(form.values)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) form.submit()
        }}
      />
    </FormDialog>
  )
}
