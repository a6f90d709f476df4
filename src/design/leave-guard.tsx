import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from './confirm-dialog'

type LeaveGuardProps = {
  isDirty: boolean
  /** What is not saved, and what becomes of it. */
  description: string
  /** Whether leaving loses something. */
  danger?: boolean
}

/** Asks before a page with unsaved changes is left; closing the window asks in the browser's own words. */
export function LeaveGuard({ isDirty, description, danger = true }: LeaveGuardProps) {
  const blocker = useBlocker({
    // Another tab of the same form leaves nothing.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      title="Leave without saving?"
      description={description}
      cancelLabel="Stay"
      confirmLabel="Leave"
      danger={danger}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
