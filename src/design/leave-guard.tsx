import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ConfirmDialog } from './confirm-dialog'

type LeaveGuardProps = {
  isDirty: boolean
  /** Warns when the window is closed, even if leaving within the site does not ask. Default: `isDirty`. */
  warnsOnClose?: boolean
  /** Names the unsaved changes and what happens to them. */
  description: string
  danger?: boolean
}

/**
 * Asks before the person leaves a page with unsaved changes. For closing the window, the browser asks in its own words.
 */
export function LeaveGuard({ isDirty, warnsOnClose = isDirty, description, danger = true }: LeaveGuardProps) {
  const blocker = useBlocker({
    // Switching between the tabs of a form isn't leaving it.
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: false,
    withResolver: true,
  })
  useCloseWarning(isDirty || warnsOnClose)
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

function useCloseWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return undefined
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [isUnsaved])
}
