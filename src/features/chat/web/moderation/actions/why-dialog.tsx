import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { Note } from '~/design/note'
import { TextField } from '~/design/text-field'
import { notify } from '~/design/toast'
import { errorMessage } from '~/platform/rpc/errors'
import { WHY_MAX } from '../../../rules/chat-limits'
import { chat } from '../../queries'
import { reasonLabel } from '../words'

export type DialogState = { open: boolean; onClose: () => void }

type WhyDialogProps = DialogState & {
  title: string
  description: ReactNode
  /** The person who reads the reason in a notification; without one it is only in the audit log. */
  reader?: string | undefined
  confirmLabel: string
  /** The label of the button while it runs. */
  busy: string
  danger?: boolean
  /** Performs the action and returns the text of the toast. */
  run: (why: string) => Promise<string>
  children?: ReactNode
}

/** A moderation action with its required reason, which stays in the field after a failure. */
export function WhyDialog(props: WhyDialogProps) {
  const { title, description, reader, confirmLabel, busy, danger, run, open, onClose, children } = props
  const [why, setWhy] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const queryClient = useQueryClient()
  const act = useMutation({
    mutationFn: run,
    onSuccess: (said) => {
      notify.success(said)
      setWhy('')
      setIsAsked(false)
      onClose()
    },
    // Also after a failure: another moderator may have been faster.
    onSettled: () => {
      for (const queryKey of [chat.rooms.key(), chat.members.key(), chat.moderation.key(), chat.cases.key()])
        void queryClient.invalidateQueries({ queryKey })
    },
  })
  const reason = why.trim()
  const submit = () => {
    setIsAsked(true)
    if (reason === '') field.current?.focus()
    else act.mutate(reason)
  }
  return (
    <FormDialog
      open={open}
      title={title}
      description={description}
      startAt={field}
      actLabel={confirmLabel}
      danger={danger}
      busy={act.isPending && busy}
      onSubmit={submit}
      onClose={onClose}
      below={
        act.isError && (
          <Note tone="red" icon={TriangleAlert} role="alert">
            {errorMessage(act.error)}
          </Note>
        )
      }
    >
      {children}
      <TextField
        ref={field}
        label={reasonLabel(reader)}
        error={isAsked && reason === '' ? 'Enter a reason.' : undefined}
        maxLength={WHY_MAX}
        autoComplete="off"
        value={why}
        onChange={(event) => setWhy(event.target.value)}
      />
    </FormDialog>
  )
}
