import { type ReactElement, type ReactNode, type RefObject, useId } from 'react'
import { Button } from './button'
import { Dialog, DialogClose } from './dialog'
import { Form } from './form'

type FormDialogProps = {
  title: ReactNode
  description?: ReactNode
  /** Default: open as long as it is rendered. */
  open?: boolean | undefined
  startAt?: RefObject<HTMLElement | null> | undefined
  className?: string | undefined
  dismissLabel?: string | undefined
  onDismiss?: (() => void) | undefined
  actionLabel: ReactNode
  danger?: boolean | undefined
  /** Verb shown while the action runs; further submits are ignored. */
  busy: string | false
  /** The dialog can't be closed while the call runs, so that people see the result. */
  staysWhileBusy?: boolean | undefined
  isOff?: boolean | undefined
  action?: ReactNode
  onSubmit: (form: HTMLFormElement) => void
  trigger?: ReactElement<Record<string, unknown>> | undefined
  onOpen?: (() => void) | undefined
  onClose: () => void
  children: ReactNode
  above?: ReactNode
  below?: ReactNode
}

/**
 * A dialog with one form, submitted by Enter or the button at the bottom. Doesn't submit a form that surrounds the
 * dialog.
 */
export function FormDialog(props: FormDialogProps) {
  const {
    dismissLabel = 'Cancel',
    actionLabel,
    danger,
    busy,
    staysWhileBusy,
    isOff = false,
    action,
    above,
  } = props
  const { open = true, onSubmit, onClose, children, below, title, description, startAt, className } = props
  const formId = useId()
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (isOpen) props.onOpen?.()
        else if (!(staysWhileBusy && busy !== false)) onClose()
      }}
      title={title}
      description={description}
      startAt={startAt}
      trigger={props.trigger}
      className={className}
      actions={
        <>
          {action}
          <DialogClose>
            <Button onClick={props.onDismiss}>{dismissLabel}</Button>
          </DialogClose>
          <Button
            variant={danger ? 'danger' : 'primary'}
            type="submit"
            form={formId}
            busy={busy}
            disabled={isOff}
          >
            {actionLabel}
          </Button>
        </>
      }
    >
      {above}
      <Form
        id={formId}
        className="stack"
        isCentered
        isBusy={busy !== false}
        isOff={isOff}
        onSubmit={onSubmit}
      >
        {children}
      </Form>
      {below}
    </Dialog>
  )
}
