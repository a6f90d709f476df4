import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactElement, ReactNode, RefObject } from 'react'
import { Button } from './button'
import { classNames } from './class-names'
import { IconButton } from './icon-button'
import { Modal, type ModalProps } from './modal'
import styles from './dialog.module.css'

type DialogProps = ModalProps & {
  title: ReactNode
  description?: ReactNode | undefined
  /** Buttons, right-aligned, the primary action last. */
  actions?: ReactNode | undefined
  /**
   * Element to focus when the dialog opens. Touch devices don't focus fields, because the keyboard would cover half the
   * dialog.
   */
  startAt?: RefObject<HTMLElement | null> | undefined
  /**
   * The person must choose one of the actions: there is no close button, and the component that renders the dialog
   * must ignore `onOpenChange`.
   */
  isRequired?: boolean
  className?: string | undefined
  children?: ReactNode | undefined
}

export function DialogClose({ children }: { children: ReactElement<Record<string, unknown>> }) {
  return <Base.Close render={children} />
}

export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <>
      <DialogClose>
        <Button>Cancel</Button>
      </DialogClose>
      {children}
    </>
  )
}

/**
 * A modal that traps focus, returns it on close, and closes with Escape or a press on the scrim. At most 28rem wide; a
 * bottom sheet on a phone. Controlled by `open`, or opened by its `trigger`.
 */
export function Dialog(props: DialogProps) {
  const { title, description, actions, trigger, open, onOpenChange, startAt, className, children } = props
  const { isRequired = false } = props
  const start = () => {
    const wanted = startAt?.current ?? true
    return wanted instanceof HTMLButtonElement || !matchMedia('(pointer: coarse)').matches ? wanted : true
  }
  return (
    <Modal trigger={trigger} open={open} onOpenChange={onOpenChange}>
      <Base.Viewport className={styles.viewport} data-modal>
        <Base.Popup
          className={classNames(styles.dialog, className)}
          {...(startAt && { initialFocus: start })}
        >
          <div className="row between">
            <Base.Title className="title-2">{title}</Base.Title>
            {!isRequired && (
              <Base.Close
                render={
                  <IconButton size="sm" label="Close" icon={X} tooltip={false} className={styles.close} />
                }
              />
            )}
          </div>
          {description && <Base.Description className="muted">{description}</Base.Description>}
          {children}
          {actions && <div className={classNames('row', styles.actions)}>{actions}</div>}
        </Base.Popup>
      </Base.Viewport>
    </Modal>
  )
}
