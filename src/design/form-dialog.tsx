import { type ReactElement, type ReactNode, type RefObject, useId } from 'react'
import { Button } from './button'
import { Dialog, DialogClose } from './dialog'
import { Form } from './form'

type FormDialogProps = {
  title: ReactNode
  description?: ReactNode
  /** Left out: it is open as long as it is rendered. */
  open?: boolean | undefined
  /** The field to start with. */
  startAt?: RefObject<HTMLElement | null> | undefined
  className?: string | undefined
  /** Of the button that changes nothing. */
  keepLabel?: string | undefined
  /** That button was pressed; the dialog closes too. */
  onKeep?: (() => void) | undefined
  actLabel: ReactNode
  /** The action cannot be undone. */
  danger?: boolean | undefined
  /** The verb while it runs; nothing is sent a second time meanwhile. */
  busy: string | false
  /** Stays open while the call runs, so that its result is seen. */
  staysWhileBusy?: boolean | undefined
  /** There is nothing to send. */
  isOff?: boolean | undefined
  /** Before the other two buttons. */
  action?: ReactNode
  onSubmit: (form: HTMLFormElement) => void
  /** The button that opens it, where the dialog is around one. */
  trigger?: ReactElement<Record<string, unknown>> | undefined
  onOpen?: (() => void) | undefined
  onClose: () => void
  /** The fields. */
  children: ReactNode
  /** Above and below the form. */
  above?: ReactNode
  below?: ReactNode
}

/** A dialog around one form: Enter and the button at its foot send it. A form of the page around it doesn't notice. */
export function FormDialog(props: FormDialogProps) {
  const { keepLabel = 'Cancel', actLabel, danger, busy, staysWhileBusy, isOff = false, action, above } = props
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
            <Button onClick={props.onKeep}>{keepLabel}</Button>
          </DialogClose>
          <Button
            variant={danger ? 'danger' : 'primary'}
            type="submit"
            form={formId}
            busy={busy}
            disabled={isOff}
          >
            {actLabel}
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
