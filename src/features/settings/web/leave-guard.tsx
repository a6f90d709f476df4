import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '~/design/confirm-dialog'

/** Asks before a page with unsaved changes is left; closing the window asks in the browser's own words. */
export function LeaveGuard({ changes }: { changes: readonly string[] }) {
  const isDirty = changes.length > 0
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: isDirty,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(isOpen) => !isOpen && blocker.reset?.()}
      title="Leave without saving?"
      description={`${changes.join(', ')}. It stays as you typed it while this tab is open.`}
      cancelLabel="Stay"
      confirmLabel="Leave"
      danger={false}
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
