import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { notify } from '~/design/toast'
import { getErrorMessage, hasErrorCode } from '~/platform/rpc/errors'
import type { ChatMessage } from '../../contract-shapes'
import { showMessageRemoval } from '../live/sent-messages'
import { chat } from '../queries'
import styles from './message.module.css'

const SHOWN = 140

/** Asks for confirmation, then deletes one of the reader's messages for all members. */
export default function DeleteMessageDialog({
  message,
  onClose,
}: {
  message: ChatMessage
  onClose: () => void
}) {
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: () => chat.messages.remove.call({ messageId: message.id }),
    onSuccess: () => {
      showMessageRemoval(queryClient, message)
      onClose()
    },
    onError: (error) => {
      if (hasErrorCode(error, 'NOT_FOUND')) showMessageRemoval(queryClient, message)
      else notify.error(getErrorMessage(error))
      onClose()
    },
  })
  const text = message.content ?? ''
  return (
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => !isOpen && !remove.isPending && onClose()}
      title="Delete this message?"
      description={
        <>
          This deletes the message for everyone. You can’t undo it.
          {text !== '' && (
            <q className={styles.quote}>{text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}</q>
          )}
        </>
      }
      confirmLabel="Delete"
      busy={remove.isPending && 'Deleting'}
      onConfirm={() => remove.mutate()}
    />
  )
}
