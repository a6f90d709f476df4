import { AlertDialog as Base } from '@base-ui/react/alert-dialog'
import { type ReactNode, useRef } from 'react'
import { Button } from './button'
import { classNames } from './class-names'
import { Modal, type ModalProps } from './modal'
import styles from './dialog.module.css'

type ConfirmDialogProps = ModalProps & {
  title: ReactNode
  description: ReactNode
  confirmLabel: string
  cancelLabel?: string | undefined
  /** Verb shown while the action runs; the dialog stays open until the component that renders it closes it. */
  busy?: string | false | undefined
  danger?: boolean | undefined
  onConfirm: () => void
}

/** Asks before an action that can't be undone. Focus starts on Cancel; pressing outside doesn't close it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, description, confirmLabel, cancelLabel = 'Cancel', busy, danger = true, onConfirm } = props
  const { trigger, open, onOpenChange } = props
  const cancel = useRef<HTMLButtonElement>(null)
  return (
    <Modal parts={Base} trigger={trigger} open={open} onOpenChange={onOpenChange}>
      <Base.Viewport className={styles.viewport} data-modal>
        <Base.Popup className={styles.dialog} initialFocus={cancel}>
          <Base.Title className="title-2">{title}</Base.Title>
          <Base.Description className="muted">{description}</Base.Description>
          <div className={classNames('row', styles.actions)}>
            <Base.Close render={<Button ref={cancel}>{cancelLabel}</Button>} />
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {confirmLabel}
            </Button>
          </div>
        </Base.Popup>
      </Base.Viewport>
    </Modal>
  )
}
