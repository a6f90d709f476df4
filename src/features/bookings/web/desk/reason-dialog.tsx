import { useState } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { TextArea } from '~/design/text-area'
import { REASON_MAX } from '../../rules/booking-limits'

type ReasonDialogProps = {
  open: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  /** What happens, plainly. */
  description: string
  confirmLabel: string
  busy: string | false
  isRequired?: boolean
  /** Of the button that changes nothing. */
  keepLabel?: string
  onConfirm: (reason: string) => void
}

/** Says no, with a reason that the other side reads. What was typed stays when the call fails or the dialog is closed. */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    confirmLabel,
    busy,
    isRequired = false,
    keepLabel = 'Cancel',
    onConfirm,
  } = props
  const [reason, setReason] = useState('')
  const [isAsked, setIsAsked] = useState(false)
  const isMissing = isRequired && reason.trim() === ''
  return (
    <FormDialog
      open={open}
      title={title}
      description={description}
      keepLabel={keepLabel}
      actLabel={confirmLabel}
      danger
      busy={busy}
      onSubmit={() => {
        setIsAsked(true)
        if (!isMissing) onConfirm(reason.trim())
      }}
      onClose={() => onOpenChange(false)}
    >
      <TextArea
        label="Reason"
        labelEnd={isRequired ? `${reason.length} of ${REASON_MAX}` : 'Optional'}
        help={isRequired ? undefined : 'The other side reads it.'}
        rows={3}
        maxLength={REASON_MAX}
        value={reason}
        required={isRequired}
        error={isAsked && isMissing ? 'Say why. The other side reads it.' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
