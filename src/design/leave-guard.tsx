import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmDialog } from './confirm-dialog'

type LeaveGuardProps = {
  isDirty: boolean
  /** Closing the window asks, and leaving for another page of the site does not. */
  isAskedOnClose?: boolean
  /** The unsaved changes, and what becomes of them. */
  description: string
  /** Leaving loses something. */
  danger?: boolean
}

/** Asks before a page with unsaved changes is left; closing the window asks in the browser's own words. */
export function LeaveGuard({
  isDirty,
  isAskedOnClose = isDirty,
  description,
  danger = true,
}: LeaveGuardProps) {
  const blocker = useBlocker({
    // Switching between the tabs of one form leaves nothing.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  useAskOnClose(isDirty || isAskedOnClose)
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

function useAskOnClose(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isUnsaved])
}
