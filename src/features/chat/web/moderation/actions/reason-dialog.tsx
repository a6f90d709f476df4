import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { FormError } from '~/design/form'
import { FormDialog } from '~/design/form-dialog'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { useForm } from '~/platform/rpc/use-form'
import { REASON_MAX } from '../../../rules/chat-limits'
import { chat } from '../../queries'
import { formatReasonLabel } from '../moderation-labels'

export type DialogState = { open: boolean; onClose: () => void }

type ReasonDialogProps = DialogState & {
  title: string
  description: ReactNode
  /** The person who reads the reason in a notification; if undefined, the reason is only stored in the audit log. */
  reader?: string | undefined
  confirmLabel: string
  busy: string
  danger?: boolean
  /** Performs the action and returns the text of the toast. */
  run: (reason: string) => Promise<string>
  children?: ReactNode
}

/** A moderation action with its required reason, which stays in the field after a failure. */
export function ReasonDialog(props: ReasonDialogProps) {
  const { title, description, reader, confirmLabel, busy, danger, run, open, onClose, children } = props
  const field = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const form = useForm({
    blank: { reason: '' },
    check: ({ reason }) => ({ reason: reason.trim() === '' ? 'Enter a reason.' : undefined }),
    send: ({ reason }) => run(reason.trim()),
    onDone: (message) => {
      notify.success(message)
      onClose()
    },
    // Reload after a failure too: another moderator may have acted first.
    onSettled: () => {
      for (const queryKey of [chat.rooms.key(), chat.members.key(), chat.moderation.key(), chat.cases.key()])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <FormDialog
      open={open}
      title={title}
      description={description}
      startAt={field}
      actionLabel={confirmLabel}
      danger={danger}
      busy={form.isSending && busy}
      onSubmit={form.submit}
      onClose={onClose}
      below={<FormError isNote text={form.sentence} />}
    >
      {children}
      <TextField
        ref={field}
        label={formatReasonLabel(reader)}
        maxLength={REASON_MAX}
        autoComplete="off"
        {...form.text('reason')}
      />
    </FormDialog>
  )
}
