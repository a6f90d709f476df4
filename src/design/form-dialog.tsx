import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { Button } from './button'
import { Dialog, DialogClose } from './dialog'

type FormDialogProps = {
  title: ReactNode
  description?: ReactNode
  /** Left out: it stands as long as it is drawn. */
  open?: boolean | undefined
  /** The field to start with. */
  startAt?: RefObject<HTMLElement | null> | undefined
  className?: string | undefined
  /** Of the button that changes nothing. */
  keepLabel?: string | undefined
  actLabel: ReactNode
  /** What it does cannot be taken back. */
  danger?: boolean | undefined
  /** The verb while it runs; nothing is sent a second time meanwhile. */
  busy: string | false
  /** It stays open while that runs, since its end has to be seen. */
  staysWhileBusy?: boolean | undefined
  /** There is nothing to send. */
  isOff?: boolean | undefined
  /** Before the other two buttons. */
  action?: ReactNode
  onSubmit: () => void
  onClose: () => void
  /** The fields. */
  children: ReactNode
  /** Above and below the form. */
  above?: ReactNode
  below?: ReactNode
}

/** A dialog around one form: Enter sends it, and so does the button at its foot. It may stand in a form of the page, which hears nothing of it. */
export function FormDialog(props: FormDialogProps) {
  const { keepLabel = 'Cancel', actLabel, danger, busy, staysWhileBusy, isOff = false, action, above } = props
  const { open = true, onSubmit, onClose, children, below, title, description, startAt, className } = props
  const formId = useId()
  const { form, expectProblem, stopExpecting } = useProblemInView(busy !== false)
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen && !(staysWhileBusy && busy !== false)) onClose()
      }}
      title={title}
      description={description}
      startAt={startAt}
      className={className}
      actions={
        <>
          {action}
          <DialogClose>
            <Button>{keepLabel}</Button>
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
      <form
        ref={form}
        id={formId}
        className="stack"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (busy !== false || isOff) return
          expectProblem()
          onSubmit()
        }}
        onInput={stopExpecting}
      >
        {children}
      </form>
      {below}
    </Dialog>
  )
}

/**
 * After a submit, focuses the first invalid field, or else scrolls to an alert: in a tall dialog both can be out of sight. Stops waiting
 * for a problem when the user types.
 */
function useProblemInView(isBusy: boolean) {
  const form = useRef<HTMLFormElement>(null)
  const isExpecting = useRef(false)
  // Runs after each render, since the server's response arrives several renders after the submit.
  useEffect(() => {
    if (!isExpecting.current || isBusy) return
    const field = form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')
    const problem = field ?? form.current?.querySelector<HTMLElement>('[role="alert"]')
    if (!problem) return
    isExpecting.current = false
    field?.focus({ preventScroll: true })
    problem.scrollIntoView({ block: 'center' })
  })
  return {
    form,
    expectProblem: () => (isExpecting.current = true),
    stopExpecting: () => (isExpecting.current = false),
  }
}
