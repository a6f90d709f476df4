import { type ReactNode, useState } from 'react'
import { FormDialog } from '~/design/form-dialog'
import { TextArea } from '~/design/text-area'
import { REASON_MAX } from '../../rules/booking-limits'

type ReasonDialogProps = {
  open: boolean
  onOpenChange: (isOpen: boolean) => void
  title: string
  description: ReactNode
  /** Content between the description and the field for the reason. */
  above?: ReactNode
  className?: string | undefined
  confirmLabel: string
  busy: string | false
  reader: string
  isRequired?: boolean
  /** Label of the button that closes the dialog without a change. */
  dismissLabel?: string
  onConfirm: (reason: string) => void
}

/**
 * Declines or cancels with a reason for the other side. The typed reason stays when the call fails or the dialog
 * closes.
 */
export function ReasonDialog(props: ReasonDialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    above,
    className,
    confirmLabel,
    busy,
    reader,
    isRequired = false,
    dismissLabel = 'Cancel',
    onConfirm,
  } = props
  const [reason, setReason] = useState('')
  const [isSubmitted, setIsSubmitted] = useState(false)
  const isMissing = isRequired && reason.trim() === ''
  return (
    <FormDialog
      open={open}
      title={title}
      description={description}
      above={above}
      className={className}
      dismissLabel={dismissLabel}
      actionLabel={confirmLabel}
      danger
      busy={busy}
      onSubmit={() => {
        setIsSubmitted(true)
        if (!isMissing) onConfirm(reason.trim())
      }}
      onClose={() => onOpenChange(false)}
    >
      <TextArea
        label="Reason"
        labelEnd={isRequired ? `${reason.length} of ${REASON_MAX}` : 'Optional'}
        help={`${reader} will read it.`}
        rows={3}
        maxLength={REASON_MAX}
        value={reason}
        required={isRequired}
        error={isSubmitted && isMissing ? 'Enter a reason. The other person will read it.' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
    </FormDialog>
  )
}
