import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '~/design/confirm-dialog'
import { changeWords } from './save-bar'

/** Asks before a page with unsaved changes is left; closing the window asks in the browser's own words. */
export function LeaveGuard({ changedNames }: { changedNames: readonly string[] }) {
  const isDirty = changedNames.length > 0
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
      description={`${changeWords(changedNames.length)}: ${changedNames.join(', ')}.`}
      cancelLabel="Stay"
      confirmLabel="Leave"
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
